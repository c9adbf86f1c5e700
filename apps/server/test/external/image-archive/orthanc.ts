/** Debian's Orthanc as an image archive, and the tools of dcmtk and GDCM that compress images for it. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../free-port.ts'

const run = promisify(execFile)

const plugins = ['libOrthancDicomWeb.so', 'libOrthancGdcm.so'].map((name) =>
  join('/usr/share/orthanc/plugins', name),
)

function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** Returns the path of Orthanc; null if it, one of its plugins or a tool that converts images is not installed. */
export function findOrthanc(): string | null {
  const hasAll =
    plugins.every((path) => existsSync(path)) &&
    ['dcmcjpeg', 'dcmdump', 'dcmmkdir', 'gdcmconv'].every((name) => findProgram(name) !== null)
  return hasAll ? findProgram('Orthanc') : null
}

export const orthancLogin = { user: 'portal', password: 'only-for-tests' } as const

/** Starts an Orthanc with an empty store. `stop` ends it and removes its files. */
export async function startOrthanc() {
  const program = findOrthanc()
  if (program === null) throw new Error('Orthanc, its plugins, dcmtk or GDCM are not installed')
  const folder = mkdtempSync(join(tmpdir(), 'orthanc-'))
  const port = await freePort()
  const settings = join(folder, 'orthanc.json')
  writeFileSync(
    settings,
    JSON.stringify({
      Name: 'test',
      StorageDirectory: join(folder, 'store'),
      IndexDirectory: join(folder, 'store'),
      Plugins: plugins,
      HttpPort: port,
      RemoteAccessAllowed: false,
      DicomServerEnabled: false,
      AuthenticationEnabled: true,
      RegisteredUsers: { [orthancLogin.user]: orthancLogin.password },
      DicomWeb: { Enable: true, Root: '/dicom-web/', Host: 'pacs.internal.example' },
    }),
  )
  const child = spawn(program, [settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  const origin = `http://127.0.0.1:${port}`
  const pair = Buffer.from(`${orthancLogin.user}:${orthancLogin.password}`).toString('base64')
  const headers = { authorization: `Basic ${pair}` }
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${origin}/system`, { headers }).catch(() => null)
    if (answer?.ok) break
    if (tries === 150 || child.exitCode !== null) throw new Error(`Orthanc did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    url: `${origin}/dicom-web`,
    store: async (file: Uint8Array) => {
      const answer = await fetch(`${origin}/instances`, { method: 'POST', headers, body: Buffer.from(file) })
      if (!answer.ok) throw new Error(`Orthanc rejected a file: ${answer.status} ${await answer.text()}`)
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Lets a program of dcmtk or GDCM write a DICOM file in another way. */
export async function convertDicom(file: Buffer, [program, ...options]: readonly [string, ...string[]]) {
  const folder = mkdtempSync(join(tmpdir(), 'dicom-'))
  const [plain, converted] = [join(folder, 'plain.dcm'), join(folder, 'converted.dcm')]
  try {
    writeFileSync(plain, file)
    await run(program, [...options, plain, converted])
    return readFileSync(converted)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
