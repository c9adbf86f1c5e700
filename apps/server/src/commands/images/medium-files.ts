import { createReadStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathsOfDirectory } from '../../platform/dicom/directory-paths.ts'
import { isDicom } from '../../platform/dicom/image-file.ts'
import { fail } from '../command-line.ts'

export type FoundFiles = {
  readonly images: readonly string[]
  /** Files of a folder that are no DICOM files, such as the viewer of a CD. */
  readonly others: readonly string[]
  readonly lost: readonly string[]
}

const directoryName = /^DICOMDIR$/i

async function startsLikeDicom(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(132), 0, 132, 0)
    return isDicom(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** Returns the files of a medium that its directory names and that are not among the images. Names may differ in capital letters. */
async function findLost(folder: string, directory: string, images: readonly string[]): Promise<string[]> {
  const bytes = await readFile(join(folder, directory))
  let named: readonly string[]
  try {
    named = pathsOfDirectory(bytes)
  } catch {
    return [`${directory}, whose list of files cannot be read`]
  }
  const found = new Set(images.map((file) => relative(folder, file).toUpperCase()))
  return named.filter((path) => !found.has(path.toUpperCase()))
}

async function findInFolder(folder: string): Promise<FoundFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const images: string[] = []
  const others: string[] = []
  const directory = files.map((file) => relative(folder, file)).find((name) => directoryName.test(name))
  for (const file of files) {
    if (relative(folder, file) === directory) continue
    const list = (await startsLikeDicom(file)) ? images : others
    list.push(file)
  }
  return { images, others, lost: directory === undefined ? [] : await findLost(folder, directory, images) }
}

async function findAt(path: string): Promise<FoundFiles> {
  const known = await stat(path).catch(() => fail(`${path} cannot be read`))
  if (known.isDirectory()) return findInFolder(path)
  const isImage = await startsLikeDicom(path).catch(() => fail(`${path} cannot be read`))
  return isImage ? { images: [path], others: [], lost: [] } : fail(`${path} is no DICOM file`)
}

export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const found: FoundFiles[] = []
  for (const path of paths) found.push(await findAt(path))
  const listAll = (kind: keyof FoundFiles) => [...new Set(found.flatMap((one) => one[kind]))]
  return { images: listAll('images'), others: listAll('others'), lost: listAll('lost') }
}

export function openFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path)
}
