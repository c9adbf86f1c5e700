import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { findRsyslog } from '../../../../test/external/find-rsyslog.ts'
import { freePort } from '../../../../test/free-port.ts'
import { startPortal } from '../../../../test/portal.ts'

/** Creates a certificate authority and a certificate for this machine. */
function makeCertificates(folder: string): void {
  const openssl = (words: string, name: string) =>
    execFileSync('openssl', [...words.split(' '), ...(name ? ['-subj', `/CN=${name}`] : [])], {
      cwd: folder,
      stdio: 'pipe',
    })
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
  openssl(`req -x509 ${key} -days 2 -keyout ca.key -out ca.pem`, 'Autoridad de la prueba')
  openssl(`req ${key} -keyout key.pem -out server.csr`, 'localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  const signing = '-CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2'
  openssl(`x509 -req -in server.csr ${signing} -out cert.pem`, '')
}

/** Starts Debian's rsyslog, which accepts messages only over TLS and writes each as a line of JSON. */
async function startRsyslog() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-rsyslog-'))
  makeCertificates(folder)
  const port = await freePort()
  const written = join(folder, 'audit.jsonl')
  writeFileSync(
    join(folder, 'rsyslog.conf'),
    `global(workDirectory="${folder}" maxMessageSize="64k" defaultNetstreamDriver="gtls"
  defaultNetstreamDriverCAFile="${folder}/ca.pem"
  defaultNetstreamDriverCertFile="${folder}/cert.pem"
  defaultNetstreamDriverKeyFile="${folder}/key.pem")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="line" type="list") {
  constant(value="{") property(name="pri" format="jsonf" outname="pri")
  constant(value=",") property(name="timereported" dateFormat="rfc3339" format="jsonf" outname="at")
  constant(value=",") property(name="hostname" format="jsonf" outname="host")
  constant(value=",") property(name="app-name" format="jsonf" outname="application")
  constant(value=",") property(name="msgid" format="jsonf" outname="kind")
  constant(value=",") property(name="msg" format="jsonf" outname="text")
  constant(value="}\\n")
}
action(type="omfile" file="${written}" template="line")
`,
  )
  const program = findRsyslog()
  if (program === null) throw new Error('install rsyslog and rsyslog-gnutls')
  const child = spawn(program, ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(part.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const connects = () =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await expect.poll(connects).toBe(true)
  const messages = () =>
    existsSync(written)
      ? readFileSync(written, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => {
            const { text, ...rest } = JSON.parse(line)
            return { ...rest, entry: JSON.parse(text) }
          })
      : []
  return { folder, port, messages, output }
}

/** Trusts one more certificate authority, as `NODE_EXTRA_CA_CERTS` does at the start of a server. */
function trust(certificate: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function withStream(address: string) {
  const portal = await startPortal({
    environment: { AUDIT_STREAM: address, PUBLIC_URL: 'https://portal.clinica.example' },
  })
  const write = async (count: number) => {
    await ask(
      portal.db,
      `insert into audit_events (at, actor_role, action, patient_id, detail)
       select '2026-11-26T15:00:00.25Z', 'system', 'people.read', g, '{"words": "Muñoz\\n\u{1F600}"}'
       from generate_series(1, $1::int) g`,
      [count],
    )
    await portal.runJob('audit.seal')
  }
  const ids = async () =>
    (await ask<{ id: number }>(portal.db, 'select id from audit_events order by id')).map(({ id }) => id)
  return { write, ids, send: () => portal.runJob('audit.stream') }
}

test.each(['localhost', '127.0.0.1'])(
  'Debian’s rsyslog receives the audit log over TLS at %s, each entry once, in order and unchanged',
  async (host) => {
    const server = await startRsyslog()
    trust(readFileSync(join(server.folder, 'ca.pem'), 'utf8'))
    const { write, ids, send } = await withStream(`syslog+tls://${host}:${server.port}`)
    await write(1_200)
    expect(await send()).toEqual({ entries: 1_200 })
    await write(1)
    expect(await send()).toEqual({ entries: 1 })
    await expect.poll(() => server.messages().length).toBe(1_201)
    const taken = server.messages()
    expect(taken.map(({ entry }) => entry.id)).toEqual(await ids())
    expect(taken[0]).toEqual({
      pri: '110',
      at: '2026-11-26T15:00:00.250000Z',
      host: 'portal.clinica.example',
      application: 'mi-portal',
      kind: 'audit',
      entry: {
        id: taken[0].entry.id,
        at: '2026-11-26T15:00:00.250000Z',
        actor_id: null,
        actor_role: 'system',
        action: 'people.read',
        patient_id: 1,
        object: null,
        outcome: 'done',
        ip: null,
        request_id: null,
        detail: { words: 'Muñoz\n\u{1F600}' },
      },
    })
  },
)

test('nothing is sent to a syslog server whose certificate is not signed by a known authority', async () => {
  const server = await startRsyslog()
  const { write, ids, send } = await withStream(`syslog+tls://localhost:${server.port}`)
  await write(3)
  await expect(send()).rejects.toThrow(/certificate/)
  expect(server.messages()).toEqual([])
  trust(readFileSync(join(server.folder, 'ca.pem'), 'utf8'))
  expect(await send()).toEqual({ entries: 3 })
  await expect.poll(() => server.messages().length).toBe(3)
  expect(server.messages().map(({ entry }) => entry.id)).toEqual(await ids())
})
