/** Collects the extension's console errors in Chromium. */
import type { TargetInfo, Targets } from './cdp.ts';

/** Collects the errors in all contexts of the extension. */
export function watchErrors(targets: Targets, origin: string): string[] {
  const errors: string[] = [];
  const watched = new Set<string>();
  const isOurs = (url: string | undefined): boolean =>
    url === origin || (url?.startsWith(`${origin}/`) ?? false);

  const watchTarget = async (target: TargetInfo): Promise<void> => {
    const session = await targets.attach(target.targetId);
    const ownDocument = (): boolean => isOurs(targets.urlOf(target.targetId) ?? target.url);
    /** The contexts of our content scripts in the documents of pages. */
    const isolated = new Set<number>();
    const where = (): string =>
      ownDocument() ? (targets.urlOf(target.targetId) ?? target.url) : 'content script';
    const concerns = (contextId: number | undefined): boolean =>
      ownDocument() || (contextId !== undefined && isolated.has(contextId));

    session.on<{ context: { id: number; origin: string } }>(
      'Runtime.executionContextCreated',
      ({ context }) => {
        if (isOurs(context.origin)) isolated.add(context.id);
      },
    );
    session.on<ConsoleCall>('Runtime.consoleAPICalled', ({ type, args, executionContextId }) => {
      if ((type !== 'error' && type !== 'assert') || !concerns(executionContextId)) return;
      errors.push(`${where()}: ${args.map((arg) => arg.description ?? String(arg.value)).join(' ')}`);
    });
    session.on<{ exceptionDetails: ExceptionDetails }>('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      if (!concerns(exceptionDetails.executionContextId)) return;
      const { text, exception } = exceptionDetails;
      errors.push(`${where()}: ${text} ${exception?.description ?? String(exception?.value ?? '')}`);
    });
    session.on<{ entry: LogEntry }>('Log.entryAdded', ({ entry }) => {
      if (entry.level !== 'error' || !(ownDocument() || isOurs(entry.url))) return;
      errors.push(`${where()}: ${entry.text} ${entry.url ?? ''}`);
    });
    await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]);
  };

  const kinds = new Set(['page', 'iframe', 'service_worker', 'worker', 'shared_worker']);
  targets.onTarget((target) => {
    if (!kinds.has(target.type) || watched.has(target.targetId) || /^(devtools|chrome):/.test(target.url))
      return;
    if (target.type.endsWith('worker') && !isOurs(target.url)) return;
    watched.add(target.targetId);
    watchTarget(target).catch(() => {}); // the target may close before it can be watched
  });
  return errors;
}

interface ConsoleCall {
  type: string;
  args: { description?: string; value?: unknown }[];
  executionContextId: number;
}
interface ExceptionDetails {
  text: string;
  executionContextId?: number;
  exception?: { description?: string; value?: unknown };
}
interface LogEntry {
  level: string;
  text: string;
  url?: string;
}
