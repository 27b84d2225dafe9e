/**
 * Runs the job file of docs/scale.md in Slurm, with all of its daemons in a folder. An array of tasks, one of which is
 * killed and requeued, must give the same result as one run.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureSlurm } from '../../extension/build/setup.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import { compiled, reportsIn, runCommand } from '../support/command.ts';
import { own } from '../support/owned.ts';
import { testInFull } from '../support/seed.ts';
import { gzippedWarcOf } from '../support/warc.ts';

const tasks = 20;
const pagesEach = 25;
const startMs = 60_000;

/** Returns ports on which no other program listens. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/**
 * Starts the daemons of a cluster that consists only of this machine.
 *
 * @returns the cluster's environment variables, and a function that ends the cluster
 */
async function startCluster(folder: string) {
  const { username } = userInfo();
  const [controller, node] = await freePorts(2);
  const at = (name: string) => path.join(folder, name);
  await writeFile(at('munge.key'), randomBytes(1024), { mode: 0o400 });
  await writeFile(
    at('slurm.conf'),
    [
      'ClusterName=test',
      ...['SlurmctldHost=localhost', `SlurmctldPort=${controller}`, `SlurmdPort=${node}`],
      ...[`SlurmUser=${username}`, `SlurmdUser=${username}`],
      ...['AuthType=auth/munge', `AuthInfo=socket=${at('munge.socket')}`, 'CredType=cred/munge'],
      ...['ProctrackType=proctrack/linuxproc', 'TaskPlugin=task/none', 'SwitchType=switch/none'],
      ...['MpiDefault=none', 'SelectType=select/cons_tres', 'SelectTypeParameters=CR_Core'],
      'SchedulerParameters=sched_interval=1',
      ...['ReturnToService=2', `StateSaveLocation=${at('state')}`, `SlurmdSpoolDir=${at('spool')}`],
      ...[`SlurmctldPidFile=${at('controller.pid')}`, `SlurmdPidFile=${at('node.pid')}`],
      `NodeName=localhost CPUs=${Math.min(2, availableParallelism())}`,
      'PartitionName=all Nodes=localhost Default=YES',
    ]
      .join('\n')
      .concat('\n'),
  );
  const env = { ...process.env, SLURM_CONF: at('slurm.conf') };
  const daemons = [
    ['munged', '--foreground', '--force', `--key-file=${at('munge.key')}`, `--socket=${at('munge.socket')}`]
      .concat([`--pid-file=${at('munge.pid')}`, `--seed-file=${at('munge.seed')}`])
      .concat(`--log-file=${at('munge.log')}`),
    ['slurmctld', '-D', '-c'],
    ['slurmd', '-D'],
  ].map(([file = '', ...args]) => own(spawn(file, args, { env, stdio: 'ignore' })));
  await poll('the controller of Slurm', startMs, () =>
    run('scontrol', ['ping'], { env }).then(
      ({ stdout }) => stdout.includes(' is UP') || undefined,
      () => undefined,
    ),
  );
  const stop = async () => {
    // Munge ends last, because the other daemons need it to end.
    for (const daemon of daemons.reverse()) {
      if (daemon.exitCode !== null) continue;
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
    }
  };
  return { env, stop };
}

const run = promisify(execFile);

/** Returns the Reports in NDJSON as sorted lines, without the times. */
const sorted = (text: string): string[] =>
  reportsIn(text)
    .map(({ timing: _, ...report }) => JSON.stringify(report))
    .sort();

testInFull('scan of 20 archives by an array of tasks, one killed and requeued, and merge', async () => {
  ensureSlurm();
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-slurm-'));
  const at = (name: string) => path.join(folder, name);
  const { env, stop } = await startCluster(folder);
  try {
    const names = Array.from({ length: tasks }, (_, n) => `crawl-${n + 1}.warc.gz`);
    for (const [n, name] of names.entries()) {
      const pages = Array.from({ length: pagesEach }, (_, m) => ({
        url: `https://a.example/${n}/${m}`,
        headers: { 'Content-Type': 'text/html' },
        body: `<title>${n}</title>${`<img src="data:image/svg+xml,%3Csvg/%3E${m}">`.repeat(1 + (m % 5))}`,
      }));
      await writeFile(at(name), gzippedWarcOf(pages));
    }
    await writeFile(at('archives.txt'), `${names.join('\n')}\n`);
    const whole = await runCommand(folder, ['scan', '--warc', '--ndjson', '--fail-on', 'never', ...names]);
    assert.equal(whole.code, 0);

    const page = await readFile(path.join(root, 'docs/scale.md'), 'utf8');
    const [, job = ''] = /^```sh\n(#!\/bin\/sh\n#SBATCH .*?)^```/ms.exec(page) ?? [];
    const command = [process.execPath, ...(await compiled())].join(' ');
    await writeFile(at('job.sh'), job.replace('npx data-url-inspector', command));

    // The third archive is read from a pipe, which stalls in the middle.
    const third = await readFile(at(names[2]!));
    await rename(at(names[2]!), at('third'));
    execFileSync('mkfifo', [at(names[2]!)]);
    const waiting = spawn('sbatch', ['--parsable', '--wait', 'job.sh'], { cwd: folder, env });
    own(waiting);
    const ended = once(waiting, 'close');
    const [id] = await once(waiting.stdout.setEncoding('utf8'), 'data');
    const pipe = await open(at(names[2]!), 'w');
    await pipe.write(third.subarray(0, third.length / 2));
    await poll('Reports of the third task', startMs, async () => {
      const text = await readFile(at('scan-3.ndjson'), 'utf8').catch(() => '');
      return text.includes('"page"') || undefined;
    });
    await rename(at('third'), at(names[2]!));
    const task = `${id.trim()}_3`;
    await run('scontrol', ['requeue', task], { env });
    await pipe.close();
    // Slurm delays a requeued task by two minutes.
    assert.deepEqual(await ended, [0, null]);
    const { stdout: shown } = await run('scontrol', ['show', 'job', task], { env });
    assert.match(shown, /JobState=COMPLETED[\s\S]* Restarts=1 /);

    const outputs = (await readdir(folder)).filter((name) => /^scan-\d+\.ndjson$/.test(name));
    assert.equal(outputs.length, tasks);
    const together = (await Promise.all(outputs.map((name) => readFile(at(name), 'utf8')))).join('');
    assert.equal(sorted(together).length, tasks * pagesEach);
    assert.deepEqual(sorted(together), sorted(whole.stdout));
    const merged = await runCommand(folder, ['merge', '--fail-on', 'never', '-'], together);
    const { stdout } = await runCommand(folder, ['merge', '--fail-on', 'never', '-'], whole.stdout);
    assert.deepEqual([merged.code, merged.said, merged.stdout], [0, [], stdout]);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});
