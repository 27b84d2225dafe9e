-- The bytes that pages carry, by declared type. A nested data: URL is part of the outer one's bytes.
SELECT coalesce(split_part(mimeType, ';', 1), 'rejected') AS type,
  count(DISTINCT sha256) AS urls, count(*) AS occurrences, sum(cost) AS bytes
FROM data_urls
WHERE kind = 'occurrence' AND "within" IS NULL
GROUP BY type
ORDER BY bytes DESC, type;
