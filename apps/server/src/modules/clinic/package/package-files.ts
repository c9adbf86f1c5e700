import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { OperatorError } from '../../../platform/errors/operator-error.ts'
import { installed } from '../../../platform/installed.ts'

export type PackageFiles = ReadonlyMap<string, Uint8Array>

export const imageFolder = 'images/'

class PackageFolderError extends OperatorError {}

/** Limits that keep a wrong folder from filling the memory. */
const maxFiles = 5000
const maxBytes = 100 * 1024 * 1024

/** Reads a folder. Files and folders whose name begins with a dot, such as `.git`, are not part of the package. */
export function readPackageFolder(folder: string): PackageFiles {
  if (!existsSync(folder)) throw new PackageFolderError(`La carpeta ${folder} no existe`)
  const paths = pathsIn(folder)
  const bytes = paths.reduce((total, path) => total + statSync(path).size, 0)
  if (paths.length > maxFiles || bytes > maxBytes)
    throw new PackageFolderError(
      `La carpeta ${folder} no es un paquete de clínica: tiene ${paths.length} archivos y ${bytes} bytes`,
    )
  const files = paths.map(
    (path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)] as const,
  )
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return pathsIn(path)
      return entry.isFile() ? [path] : []
    })
}

export function writePackageFolder(folder: string, files: PackageFiles): void {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new PackageFolderError(`La carpeta ${folder} no está vacía`)
  for (const [path, content] of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}

export function hashPackageFiles(files: PackageFiles): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

export function imageBytes(files: PackageFiles): ReadonlyMap<string, Uint8Array> {
  return new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith(imageFolder) ? [[path.slice(imageFolder.length), bytes] as const] : [],
    ),
  )
}

export function shippedNames(): readonly string[] {
  return readdirSync(installed('clinic', 'clinic')).sort()
}

export function shippedPackage(name: string): string {
  return installed(`clinic/${name}`, `clinic/${name}`)
}
