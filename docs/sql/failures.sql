-- Pages, files, and parts of them that could not be scanned, by reason, with one of each.
SELECT reason, part, count(*) AS failures, min(partUrl) AS example
FROM data_urls
WHERE kind = 'failure'
GROUP BY reason, part
ORDER BY failures DESC, reason, part;
