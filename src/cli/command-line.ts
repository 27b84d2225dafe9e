/** Arguments of commands. One table per command is used for parsing, for `--help`, and for the check of docs/cli.md. */
import { parseArgs } from 'node:util';
import { numberText } from '../format-numbers.ts';
import { didYouMean } from './did-you-mean.ts';

const figure = (value: number): string => numberText(value, 'en');

/** Thrown for invalid arguments. The message explains the error in one line. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

interface Flag {
  type: 'flag';
}
interface Text {
  type: 'text';
  /** The name of the value in the help: "FILE". */
  value: string;
  /** The values that are allowed; any text if absent. */
  choices?: readonly string[];
  default?: string;
}
/** An option that may be given several times. */
interface Texts {
  type: 'texts';
  value: string;
}
interface WholeNumber {
  type: 'number';
  value: string;
  /** The minimum and maximum, both inclusive. */
  range: readonly [number, number];
  default?: number;
}
/** An option of a command. Its key in `Options` is the name after "--". */
export type Option = (Flag | Text | Texts | WholeNumber) & { short?: string; help: string };
export type Options = Readonly<Record<string, Option>>;

type GivenOf<Each> = Each extends Flag
  ? boolean
  : Each extends Texts
    ? string[]
    : Each extends WholeNumber
      ? number
      : Each extends { choices: readonly (infer Choice)[] }
        ? Choice
        : string;
/**
 * The values of options. A flag that is not given is false, an option that may be given several times is an empty list,
 * and any other option without a default is undefined.
 */
export type Values<All extends Options> = {
  [Name in keyof All]: All[Name] extends Flag | Texts | { default: string | number }
    ? GivenOf<All[Name]>
    : GivenOf<All[Name]> | undefined;
};

export interface CommandLine<All extends Options = Options> {
  /** Describes the effect of the command in a sentence. */
  purpose: string;
  /** The words after the command's name, with one text for each way to call the command. */
  usage: readonly string[];
  /** The arguments that are not options, with their meanings. Absent if the command takes none. */
  operands?: Readonly<Record<string, string>>;
  options: All;
  exitCodes: Readonly<Record<number, string>>;
  /** Each example: the words after the command's name, and their effect. */
  examples: readonly (readonly [args: string, does: string])[];
}

const helpOption = { help: { type: 'flag', short: 'h', help: 'Prints this text' } } as const;

/** Infers the types of options. */
export const commandLine = <const All extends Options>(command: CommandLine<All>): CommandLine<All> =>
  command;

/**
 * Parses a command's arguments into options and operands; null if they ask for help.
 *
 * @throws ArgumentError for wrong arguments; for an unknown option, the message suggests the most similar one
 */
export function parseCommandLine<All extends Options>(
  command: CommandLine<All>,
  args: string[],
): { values: Values<All>; operands: string[] } | null {
  const options: Options = { ...command.options, ...helpOption };
  const config = {
    args,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        {
          type: type === 'flag' ? 'boolean' : 'string',
          multiple: type === 'texts',
          ...(short === undefined ? {} : { short }),
        } as const,
      ]),
    ),
  };
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind === 'option') throw new ArgumentError(unknownText(unknown.rawName, options));
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return null;
  const { values, positionals }: { values: Record<string, unknown>; positionals: string[] } = strictly(() =>
    parseArgs(config),
  );
  if (positionals.length > 0 && !command.operands)
    throw new ArgumentError(`unexpected argument "${positionals[0]}". --help shows the usage.`);
  if (positionals.includes('')) throw new ArgumentError('an argument is empty');
  const read = Object.entries(command.options).map(([name, option]) => [
    name,
    valueGiven(name, option, values[name]),
  ]);
  return { values: Object.fromEntries(read), operands: positionals };
}

function unknownText(name: string, options: Options): string {
  const names = Object.keys(options).map((each) => `--${each}`);
  return `unknown option "${name}".${didYouMean(name, names)} --help lists all options.`;
}

/** Rethrows an error of Node's parser as an ArgumentError with the first sentence of its message. */
function strictly<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const [first = ''] = (error as Error).message.split(/\.(?:\s|$)|\n/);
    throw new ArgumentError(first.replaceAll("'", '"'));
  }
}

function valueGiven(name: string, option: Option, given: unknown): unknown {
  if (option.type === 'flag') return given === true;
  if (option.type === 'texts') {
    const all = (given ?? []) as string[];
    if (all.includes('')) throw new ArgumentError(`--${name} needs ${option.value}, not ""`);
    return all;
  }
  if (given === undefined) return option.default;
  const text = String(given);
  if (option.type === 'number') {
    const [min, max] = option.range;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new ArgumentError(
      `--${name} needs a whole number from ${figure(min)} to ${figure(max)}, not "${text}"`,
    );
  }
  if (option.choices?.includes(text) ?? text !== '') return text;
  throw new ArgumentError(
    `--${name} needs ${option.choices ? either(option.choices) : option.value}, not "${text}"`,
  );
}

const either = (choices: readonly string[]): string =>
  choices
    .map((each) => `"${each}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** The width of the help text, in columns. */
const width = 80;

/**
 * Returns the text that `--help` prints.
 *
 * @param name how the command is called: "npm run scan --"
 */
export function helpText(command: CommandLine, name: string): string {
  const { purpose, usage, operands = {}, options, exitCodes, examples } = command;
  const all = Object.entries({ ...options, ...helpOption });
  const parts = [
    purpose,
    usage.map((each, n) => `${n === 0 ? 'Usage: ' : '       '}${name} ${each}`.trimEnd()).join('\n'),
    rows(Object.entries(operands)),
    `Options:\n${rows(all.map(([each, option]) => [optionName(each, option), optionHelp(option)]))}`,
    `Exit codes:\n${rows(Object.entries(exitCodes))}`,
    `Examples:\n${examples.map(([args, does]) => `  ${`${name} ${args}`.trimEnd()}\n      ${does}`).join('\n')}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/**
 * Parses the arguments of this process. Ends the process for a request for help (exit code 0) and for wrong arguments
 * (exit code 2).
 *
 * @param name the name of the npm script
 */
export function processArguments<All extends Options>(
  command: CommandLine<All>,
  name: string,
  check: (operands: string[], values: Values<All>) => void = () => {},
): { values: Values<All>; operands: string[] } {
  try {
    const parsed = parseCommandLine(command, process.argv.slice(2));
    if (parsed !== null) {
      check(parsed.operands, parsed.values);
      return parsed;
    }
    process.stdout.write(
      helpText(command, `npm ${name === 'start' || name === 'test' ? name : `run ${name}`} --`),
    );
    process.exit(0);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(2);
  }
}

const optionName = (name: string, option: Option): string =>
  `--${name}${option.type === 'flag' ? '' : ` ${option.value}`}${option.short === undefined ? '' : `, -${option.short}`}`;

function optionHelp(option: Option): string {
  const isChoice = option.type === 'text' && option.choices !== undefined;
  const choices = isChoice ? `: ${option.choices?.join(', ')}` : '';
  const range = option.type === 'number' ? `, from ${option.range.map(figure).join(' to ')}` : '';
  if (option.type === 'flag' || option.type === 'texts' || option.default === undefined)
    return `${option.help}${choices}${range}`;
  const usual = option.type === 'number' ? figure(Number(option.default)) : option.default;
  return `${option.help}${choices}${range} (default: ${usual})`;
}

/** Formats names and their meanings in two columns. */
function rows(entries: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...entries.map(([name]) => name.length)) + 4;
  return entries.map(([name, text]) => wrapped(`  ${name.padEnd(indent - 2)}${text}`, indent)).join('\n');
}

/** Wraps a text. All lines but the first are indented. */
function wrapped(text: string, indent: number): string {
  if (text.length <= width) return text;
  const at = text.lastIndexOf(' ', width);
  if (at <= indent) return text;
  return `${text.slice(0, at)}\n${wrapped(' '.repeat(indent) + text.slice(at + 1), indent)}`;
}
