/** Bundles the server into a few files. They start in a third of the time and with half the memory of the sources. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { typefaceFiles } from '../../apps/server/src/platform/pdf/typeface.ts'
import { findMissingNames } from './imported-names.ts'

// These packages read their own files at run time, or are compiled. They stay in node_modules.
const external = [
  ...['@node-rs/argon2', 'fontkit', 'pdfkit', 'pg-native', 'sharp', 'unpdf'],
  ...['@cornerstonejs/codec-charls', '@cornerstonejs/codec-openjpeg'],
]

const emptySourceMap = Buffer.from(
  JSON.stringify({ version: 3, sources: ['library'], names: [], mappings: 'A' }),
).toString('base64')

/**
 * Leaves packages out of the source maps. Node keeps the maps in memory, and two thirds of their entries would describe packages. In a
 * stack trace, a line of a package has the position in the bundle.
 */
const packagesWithoutSourceMaps: Plugin = {
  name: 'packages-without-source-maps',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptySourceMap}`,
    }))
  },
}

const settings = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Smaller files start faster. Names are kept so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  external,
  plugins: [packagesWithoutSourceMaps],
  // For the lines of the sources in a stack. Node keeps the maps in memory, and needs no texts of the sources for that.
  sourcemap: true,
  sourcesContent: false,
  // Some bundled packages are CommonJS and call require.
  banner: {
    js: "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);",
  },
} satisfies BuildOptions

/** Bundles a program for Node into one file of the folder, under its own name. */
export async function bundleProgram(entryPoint: string, folder: string): Promise<void> {
  await build({ ...settings, entryPoints: [entryPoint], outdir: folder })
}

function programOf(name: string): string {
  return `${name}-program`
}

/**
 * Returns the start file of a program. It rejects an old Node, which could not parse the program, with a message. It also makes
 * stack traces name the lines of the sources.
 */
function launcherOf(name: string): string {
  return `import './require-node.mjs'
process.setSourceMapsEnabled(true)
await import('./${programOf(name)}.mjs').catch((error) => {
  const [message] = error.message.split('\\n')
  if (error.code === 'ERR_MODULE_NOT_FOUND') console.error(message + '. A package is not installed: run npm ci and start again.')
  else console.error(error.stack)
  process.exit(1)
})
`
}

/**
 * Writes the server, its migrations, the clinic packages of the product, the portraits of the demonstration and the fonts of its PDFs to `dist/server`, as `npm start`
 * runs them. `main.mjs` has the code that every start needs. Code that is imported only when needed is in files beside it. The commands for
 * operators are in `portal.mjs` and files of its own, so that the server's files do not depend on them.
 */
export async function bundleServer(root: string, dist: string): Promise<void> {
  const folder = join(dist, 'server')
  rmSync(folder, { recursive: true, force: true })
  const server = await build({
    ...settings,
    metafile: true,
    entryPoints: [
      { in: join(root, 'apps/server/src/main.ts'), out: programOf('main') },
      { in: join(root, 'apps/server/seed/demonstration/program.ts'), out: 'demonstration' },
      {
        in: join(root, 'apps/server/src/platform/dicom/rendering/decoder-worker.ts'),
        out: 'image-decoder',
      },
      { in: join(root, 'apps/server/src/platform/pdf/pdf-reader.ts'), out: 'pdf-reader' },
      {
        in: join(root, 'apps/server/src/modules/clinic/package/package-thread.ts'),
        out: 'package-reader',
      },
      {
        in: join(root, 'apps/server/src/modules/agenda/import/parse-files.ts'),
        out: 'calendar-reader',
      },
    ],
    outdir: folder,
    splitting: true,
  })
  const commands = await build({
    ...settings,
    metafile: true,
    entryPoints: [{ in: join(root, 'apps/server/src/commands/portal.ts'), out: programOf('portal') }],
    outdir: folder,
    splitting: true,
    chunkNames: 'portal-[name]-[hash]',
  })
  cpSync(join(root, 'scripts/require-node.mjs'), join(folder, 'require-node.mjs'))
  for (const name of ['main', 'portal']) writeFileSync(join(folder, `${name}.mjs`), launcherOf(name))
  cpSync(join(root, 'apps/server/migrations'), join(folder, 'migrations'), { recursive: true })
  cpSync(join(root, 'apps/server/clinic'), join(folder, 'clinic'), { recursive: true })
  cpSync(join(root, 'apps/server/seed/demonstration/portraits'), join(folder, 'portraits'), {
    recursive: true,
  })
  assertAscii(folder)
  for (const { metafile } of [server, commands]) assertImportedNames(folder, metafile)
  copyFonts(join(folder, 'fonts'))
}

/**
 * Throws when a file of the bundle has a character beyond ASCII: Node would store the whole file with two bytes a character. esbuild
 * escapes such characters in texts, but not in regular expressions.
 */
function assertAscii(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mjs'))) {
    const found = /.{0,30}[^\0-\x7f].{0,30}/.exec(readFileSync(join(folder, file), 'utf8'))
    if (found) throw new Error(`${file}: write the character as \\u and its number in «${found[0]}»`)
  }
}

/** Throws when code of the bundle takes a name out of a file that does not export it. */
function assertImportedNames(folder: string, { outputs }: Metafile): void {
  const exportsByFile = new Map(
    Object.entries(outputs).map(([path, output]) => [basename(path), output.exports]),
  )
  for (const file of exportsByFile.keys()) {
    if (!file.endsWith('.mjs')) continue
    const missing = findMissingNames(readFileSync(join(folder, file), 'utf8'), exportsByFile)
    if (missing.length > 0)
      throw new Error(
        `${file} takes names that are not exported, so import the default: ${missing.join(', ')}`,
      )
  }
}

/** The two font files of the PDFs and their licence. The rest of the font's package is not installed. */
function copyFonts(folder: string): void {
  const { resolve } = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(typefaceFiles)) cpSync(resolve(file), join(folder, `${name}.ttf`))
  cpSync(resolve('@expo-google-fonts/source-sans-3/LICENSE_FONT'), join(folder, 'LICENSE'))
}
