-- The pages on which each rule has a finding, on a data: URL or on the page as a whole.
SELECT rule, count(DISTINCT (run, report)) AS pages
FROM (SELECT run, report, unnest(string_split(concat_ws(' ', rules, pageRules), ' ')) AS rule FROM data_urls)
WHERE rule <> ''
GROUP BY rule
ORDER BY pages DESC, rule;
