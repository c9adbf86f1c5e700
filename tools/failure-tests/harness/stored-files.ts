import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the paths of all files in a folder and below; none where the folder does not exist. */
export function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
