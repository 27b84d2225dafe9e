/** Links to the examples from the documents. */
import { message } from '../platform/i18n.ts';
import { hashOf } from './address.ts';
import { type ExampleTool, examplesOf } from './document-examples.ts';

export const ExampleLinks = ({ tool }: { tool: ExampleTool }) => (
  <nav class="document-examples" aria-label={message('documentExamples')}>
    <span class="dim">{message('documentExamples')}</span>
    {Object.entries(examplesOf(tool)).map(([name, { title }]) => (
      <a key={name} href={hashOf({ kind: 'workbench', tool, id: name })} data-example={name}>
        <bdi>{title}</bdi>
      </a>
    ))}
  </nav>
);
