-- The bodies that occur several times, most frequent first, also in different spellings, and the bytes that pages carry for them.
SELECT bodySha256, min(mimeType) AS type, min(size) AS size,
  count(*) AS occurrences, count(DISTINCT (run, report)) AS pages, sum(cost) AS bytes
FROM data_urls
WHERE size > 0
GROUP BY bodySha256
HAVING count(*) > 1
ORDER BY occurrences DESC, bytes DESC, bodySha256
LIMIT 20;
