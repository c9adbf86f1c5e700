import { Unzip, UnzipInflate } from 'fflate'
import type { PackageFiles } from './package-files.ts'

/** The most bytes and files that an archive may unpack to. A small archive can hold gigabytes of zeros. */
const mostBytes = 40_000_000
const mostFiles = 5_000
/** Bytes that are unpacked at a time. They become at most a thousand times as many. */
const stepBytes = 8_192

/** Returns the files of an archive; null if it cannot be read or is too large, whatever size it announces. */
export function unpackArchive(archive: Uint8Array): PackageFiles | null {
  const files = new Map<string, Uint8Array>()
  let [bytes, found, skipped] = [0, 0, 0]
  const unzip = new Unzip((file) => {
    found += 1
    if (found > mostFiles) throw new RangeError('the archive has too many files')
    if (file.name.endsWith('/') || file.name.startsWith('__MACOSX/')) {
      skipped += 1
      return
    }
    const pieces: Uint8Array[] = []
    file.ondata = (error, piece, isLast) => {
      if (error) throw error
      bytes += piece.length
      if (bytes > mostBytes) throw new RangeError('the archive is too large')
      pieces.push(piece)
      if (isLast) files.set(file.name, new Uint8Array(Buffer.concat(pieces)))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < archive.length; at += stepBytes)
      unzip.push(archive.subarray(at, at + stepBytes), at + stepBytes >= archive.length)
  } catch {
    return null
  }
  // A file that is not there as a whole has no last piece.
  return found > 0 && files.size + skipped === found ? files : null
}

/** Removes the folder that an archive program puts around all files, so that `path` stands at the top. */
export function withoutFolder(files: PackageFiles, path: string): PackageFiles {
  const [first = ''] = files.keys()
  const folder = `${first.split('/')[0]}/`
  const isWrapped = !first.startsWith(path) && [...files.keys()].every((name) => name.startsWith(folder))
  return isWrapped ? new Map([...files].map(([name, bytes]) => [name.slice(folder.length), bytes])) : files
}
