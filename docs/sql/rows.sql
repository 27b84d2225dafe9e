-- Reads the rows of all runs into the table data_urls. docs/scale.md describes the columns.
CREATE OR REPLACE TABLE data_urls AS
SELECT * FROM read_json('rows-*.ndjson', format = 'newline_delimited', columns = {
  'kind': 'VARCHAR', 'run': 'VARCHAR', 'version': 'VARCHAR', 'shard': 'VARCHAR', 'number': 'BIGINT',
  'report': 'BIGINT', 'requested': 'VARCHAR', 'archive': 'VARCHAR', 'offset': 'BIGINT', 'record': 'VARCHAR',
  'title': 'VARCHAR', 'pageRules': 'VARCHAR', 'part': 'VARCHAR', 'partUrl': 'VARCHAR', 'reason': 'VARCHAR',
  'page': 'VARCHAR', 'sha256': 'VARCHAR', 'within': 'VARCHAR', 'length': 'BIGINT', 'head': 'VARCHAR',
  'mimeType': 'VARCHAR', 'detectedType': 'VARCHAR', 'charset': 'VARCHAR', 'encoding': 'VARCHAR',
  'size': 'BIGINT', 'bodySha256': 'VARCHAR', 'problem': 'VARCHAR', 'disallowed': 'VARCHAR',
  'disallowedBy': 'VARCHAR', 'severity': 'VARCHAR', 'effects': 'VARCHAR', 'rules': 'VARCHAR',
  'messages': 'VARCHAR', 'frame': 'VARCHAR', 'place': 'VARCHAR', 'element': 'VARCHAR', 'name': 'VARCHAR',
  'selector': 'VARCHAR', 'destination': 'VARCHAR', 'inert': 'BOOLEAN', 'removedAt': 'VARCHAR',
  'face': 'VARCHAR', 'sheet': 'VARCHAR', 'conditions': 'VARCHAR', 'rule': 'VARCHAR', 'line': 'BIGINT',
  'column': 'BIGINT', 'inSource': 'BOOLEAN', 'cost': 'BIGINT', 'state': 'VARCHAR', 'stateBy': 'VARCHAR',
  'stateReason': 'VARCHAR', 'statePredicted': 'VARCHAR'
}, ignore_errors = true)
-- A line that was cut off, as its run was.
WHERE kind IS NOT NULL;
