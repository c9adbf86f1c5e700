/** The project's own files, as the checks of structure read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The text of every file, by its path from the root, separated by `/`. */
export type Texts = ReadonlyMap<string, string>

const notOurs = new Set(['node_modules', 'dist', '.git', 'coverage', '.cache', 'test-results'])
const notOursAtRoot = /^(data(-[a-z0-9-]+)?|e2e\/output)$/
const binary = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.ico', '.woff2', '.pdf', '.gz', '.br'])

/** Reads the text files below a folder, without installed, built and ignored files. */
export function readTexts(root: string): Texts {
  const texts = new Map<string, string>()
  const read = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (notOurs.has(entry.name) || notOursAtRoot.test(path)) continue
      if (entry.isDirectory()) read(path)
      else if (entry.isFile() && !binary.has(extname(entry.name))) {
        texts.set(path, readFileSync(join(root, path), 'utf8'))
      }
    }
  }
  read('')
  return texts
}

// The rows of the authorization matrix stand beside the operations that they test.
const test = /\.(test|authorization)\.tsx?$|^(apps|packages)\/[^/]+\/test\//
const product = /^(apps\/server\/(src|seed)|apps\/web\/src|packages\/contract\/src)\//

export const isTest = (path: string): boolean => test.test(path)
export const isProduct = (path: string): boolean => product.test(path) && !isTest(path)
export const isTypeScript = (path: string): boolean => /\.tsx?$/.test(path)

/** Replaces the comments of TypeScript by spaces, so that offsets and lines stay the same. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;,{}()])\/\/.*/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
}

/** Returns the line of an offset, counted from one. */
export function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
