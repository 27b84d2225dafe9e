/**
 * The package's entry `data-url-inspector/mail`: RFC 2017, which defines message bodies that are stored elsewhere, at a
 * URL.
 */

// Mail: data-url-inspector/mail

export { type CheckOptions, checkData, type DataCheck } from './payload/external-body/external-body-data.ts';
export {
  type ExternalBody,
  type ExternalBodyResult,
  readExternalBody,
} from './payload/external-body/message-external-body.ts';
export {
  type KeptReading,
  type UrlForm,
  type WriteOptions,
  type WrittenEntity,
  writeExternalBody,
} from './references/external-body-writer.ts';
