-- Runs that are interrupted, or whose rows are missing or doubled, and shards without a run or with several. None if all is whole.
SELECT run AS part, count(*) || ' rows of ' || max("number") AS found
FROM data_urls
GROUP BY run
HAVING count(*) FILTER (WHERE kind = 'end') <> 1
  OR count(*) <> max("number")
  OR count(DISTINCT "number") <> count(*)
UNION ALL
SELECT 'shards', count(DISTINCT shard) || ' of ' || split_part(shard, '/', 2) || ' in ' || count(DISTINCT run) || ' runs'
FROM data_urls
WHERE shard IS NOT NULL
GROUP BY split_part(shard, '/', 2)
HAVING count(DISTINCT shard) <> CAST(split_part(shard, '/', 2) AS INTEGER)
  OR count(DISTINCT run) > count(DISTINCT shard);
