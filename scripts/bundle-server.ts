/** The server in a few files, which start in a third of the time and with half the memory of its sources. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { typefaceFiles } from '../apps/server/src/platform/pdf/typeface.ts'

// These read files of their own package at run time, or are compiled: they stay where npm put them.
const external = ['@node-rs/argon2', 'fontkit', 'pdfkit', 'pg-native', 'sharp']

const settings = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Less to read at the start; names stay, for whoever reads a stack.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  external,
  // Some packages inside are CommonJS and call require.
  banner: {
    js: "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);",
  },
} satisfies BuildOptions

/** Bundles one program for Node into one file of that folder, under its own name. */
export async function bundleProgram(entryPoint: string, folder: string): Promise<void> {
  await build({ ...settings, entryPoints: [entryPoint], outdir: folder })
}

/** What operators run beside the server; each in one file, so that the server's own pieces stay as they are. */
const commands = ['create-admin', 'backup', 'restore', 'archive-add', 'audit-verify']

function programOf(name: string): string {
  return `${name}-program`
}

/**
 * Returns what is started in place of a program: it refuses an old Node in words, which could not even read the program,
 * and has errors name the lines of the sources.
 */
function launcherOf(name: string): string {
  return `import './require-node.mjs'
process.setSourceMapsEnabled(true)
await import('./${programOf(name)}.mjs')
`
}

/**
 * The portal's server, its migrations and the fonts of its PDFs under `dist/server`, as `npm start` runs them: `main.mjs` holds what every
 * start needs; what is imported only when needed lies beside it. The {@link commands} lie there too.
 */
export async function bundleServer(root: string, dist: string): Promise<void> {
  const folder = join(dist, 'server')
  rmSync(folder, { recursive: true, force: true })
  await build({
    ...settings,
    entryPoints: [{ in: join(root, 'apps/server/src/main.ts'), out: programOf('main') }],
    outdir: folder,
    splitting: true,
    sourcemap: true,
  })
  for (const name of commands)
    await build({
      ...settings,
      entryPoints: [{ in: join(root, `apps/server/src/commands/${name}.ts`), out: programOf(name) }],
      outdir: folder,
      sourcemap: true,
    })
  cpSync(join(root, 'scripts/require-node.mjs'), join(folder, 'require-node.mjs'))
  for (const name of ['main', ...commands]) writeFileSync(join(folder, `${name}.mjs`), launcherOf(name))
  cpSync(join(root, 'apps/server/migrations'), join(folder, 'migrations'), { recursive: true })
  copyFonts(join(folder, 'fonts'))
}

/** The two files of the PDFs' typeface and its licence: the rest of its package stays out of an installation. */
function copyFonts(folder: string): void {
  const { resolve } = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(typefaceFiles)) cpSync(resolve(file), join(folder, `${name}.ttf`))
  cpSync(resolve('@expo-google-fonts/source-sans-3/LICENSE_FONT'), join(folder, 'LICENSE'))
}
