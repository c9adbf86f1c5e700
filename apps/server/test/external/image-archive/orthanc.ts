/** Debian's Orthanc as an image archive, and images that the tools of dcmtk and GDCM make for it. */
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

/** Returns the path of Orthanc; null if it, one of its plugins or a tool that makes images is not installed. */
export function findOrthanc(): string | null {
  const hasAll =
    plugins.every((path) => existsSync(path)) &&
    ['dump2dcm', 'dcmcjpeg', 'dcmdump', 'dcmmkdir', 'gdcmconv'].every((name) => findProgram(name) !== null)
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
    /** Stores a DICOM file. */
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

export type MadeImage = {
  readonly study: string
  readonly series: string
  readonly instance: string
  readonly accession: string
  readonly patientId: string
  readonly modality: string
  readonly number?: number
  readonly description?: string
  /** Width and height in pixels. */
  readonly side: number
  /** Grey with 12 of 16 bits and values of computed tomography, or colour with 8 bits. */
  readonly pixels: 'grey' | 'colour'
  readonly frames?: number
  /** How the pixels are compressed; not at all if absent. */
  readonly codec?: 'jpeg' | 'jpeg-lossless' | 'jpeg-2000'
}

const sopClasses: Readonly<Record<string, string>> = {
  CT: '1.2.840.10008.5.1.4.1.1.2',
  DX: '1.2.840.10008.5.1.4.1.1.1.1',
  US: '1.2.840.10008.5.1.4.1.1.3.1',
}

/** Returns a pattern of rising values, so that another window gives another picture. */
function pixelsOf({ side, pixels, frames = 1, number = 1 }: MadeImage): Buffer {
  const bytes = Buffer.alloc(side * side * frames * (pixels === 'grey' ? 2 : 3))
  for (let at = 0; at < side * side * frames; at++) {
    const [x, y, frame] = [at % side, Math.floor(at / side) % side, Math.floor(at / side / side)]
    if (pixels === 'grey')
      bytes.writeUInt16LE(Math.floor(((x + y) / (2 * side)) * 4000 + number) % 4096, at * 2)
    else bytes.set([(x * 255) / side, (y * 255) / side, (frame * 25) % 256].map(Math.floor), at * 3)
  }
  return bytes
}

function dumpOf(image: MadeImage, pixelFile: string): string {
  const { side, frames, pixels } = image
  const isGrey = pixels === 'grey'
  return [
    '(0008,0005) CS [ISO_IR 192]',
    `(0008,0016) UI [${sopClasses[image.modality] ?? sopClasses['CT']}]`,
    `(0008,0018) UI [${image.instance}]`,
    '(0008,0020) DA [20261120]',
    '(0008,0030) TM [101500]',
    `(0008,0050) SH [${image.accession}]`,
    `(0008,0060) CS [${image.modality}]`,
    '(0008,1030) LO [Estudio de prueba]',
    `(0008,103e) LO [${image.description ?? 'Serie de prueba'}]`,
    '(0010,0010) PN [Prueba^Paciente]',
    `(0010,0020) LO [${image.patientId}]`,
    `(0020,000d) UI [${image.study}]`,
    `(0020,000e) UI [${image.series}]`,
    '(0020,0010) SH [1]',
    '(0020,0011) IS [1]',
    `(0020,0013) IS [${image.number ?? 1}]`,
    `(0028,0002) US ${isGrey ? 1 : 3}`,
    `(0028,0004) CS [${isGrey ? 'MONOCHROME2' : 'RGB'}]`,
    ...(isGrey ? [] : ['(0028,0006) US 0']),
    ...(frames === undefined ? [] : [`(0028,0008) IS [${frames}]`]),
    `(0028,0010) US ${side}`,
    `(0028,0011) US ${side}`,
    `(0028,0100) US ${isGrey ? 16 : 8}`,
    `(0028,0101) US ${isGrey ? 12 : 8}`,
    `(0028,0102) US ${isGrey ? 11 : 7}`,
    '(0028,0103) US 0',
    ...(isGrey
      ? ['(0028,1050) DS [40]', '(0028,1051) DS [400]', '(0028,1052) DS [-1024]', '(0028,1053) DS [1]']
      : []),
    `(7fe0,0010) ${isGrey ? 'OW' : 'OB'} =${pixelFile}`,
    '',
  ].join('\n')
}

/** Makes a DICOM file. */
export async function makeDicom(image: MadeImage): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'dicom-'))
  const [pixelFile, dump, plain, packed] = ['pixels', 'dump', 'plain.dcm', 'packed.dcm'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  try {
    writeFileSync(pixelFile, pixelsOf(image))
    writeFileSync(dump, dumpOf(image, pixelFile))
    await run('dump2dcm', ['+te', dump, plain])
    if (image.codec === undefined) return readFileSync(plain)
    if (image.codec === 'jpeg-2000') await run('gdcmconv', ['--j2k', plain, packed])
    else await run('dcmcjpeg', ['+un', image.codec === 'jpeg' ? '+eb' : '+e1', plain, packed])
    return readFileSync(packed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
