-- Runs that are interrupted, or whose rows are missing or doubled, shards without a run or with several of the same page,
-- and archives of which a part can't be read. None if all is whole.
SELECT run AS part, count(*) || ' rows of ' || max("number") AS found
FROM data_urls
GROUP BY run
HAVING count(*) FILTER (WHERE kind = 'end') <> 1
  OR count(*) <> max("number")
  OR count(DISTINCT "number") <> count(*)
UNION ALL
-- Each shard has a run for each archive or list.
SELECT 'shards', count(*) || ' of ' || shards || ' in ' || sum(runs) || ' runs'
FROM (
  SELECT shard, split_part(shard, '/', 2) AS shards, count(DISTINCT run) AS runs
  FROM data_urls
  WHERE shard IS NOT NULL
  GROUP BY shard
)
GROUP BY shards
HAVING count(*) <> CAST(shards AS INTEGER) OR min(runs) <> max(runs)
UNION ALL
SELECT 'shard ' || shard, max(runs) || ' runs of the same page'
FROM (
  SELECT shard, count(DISTINCT run) AS runs
  FROM data_urls
  WHERE shard IS NOT NULL AND kind <> 'end' AND data_urls.part IS DISTINCT FROM 'archive'
  GROUP BY shard, archive, "offset", coalesce(requested, page)
)
WHERE runs > 1
GROUP BY shard
UNION ALL
SELECT archive, arg_min(reason, "offset") || ', byte ' || min("offset")
FROM data_urls
WHERE data_urls.part = 'archive'
GROUP BY archive;
