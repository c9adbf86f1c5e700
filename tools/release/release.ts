/**
 * `npm run release -- 1.0.0`: turns the "Unreleased" section of the changelog into the section of that version, sets the version of
 * every package, commits, creates the tag with the section as its notes, and writes notes and SBOM (CycloneDX) to `.cache/release/`.
 * The command publishes nothing: `git push --follow-tags` does.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.cwd()
const [version = ''] = process.argv.slice(2)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function run(command: string, ...parts: string[]): string {
  return execFileSync(command, parts, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
}

const heading = '## Unreleased\n'

/** The changelog after the release, and the notes of the released version. */
interface ReleasedChangelog {
  readonly text: string
  readonly notes: string
}

/** Returns the content of the section that begins at this position, without its heading. */
function sectionAt(text: string, start: number): { readonly content: string; readonly end: number } {
  const after = text.indexOf('\n', start) + 1
  const next = text.indexOf('\n## ', after - 1)
  const end = next === -1 ? text.length : next + 1
  return { content: text.slice(after, end).trim(), end }
}

/**
 * Moves the entries under "Unreleased" to a new section for this version. A section that was already written for the version is
 * used as it is. Returns null if neither has entries. `day` is written as 2026-11-23.
 */
function releaseChangelog(text: string, version: string, day: string): ReleasedChangelog | null {
  const start = text.indexOf(heading)
  if (start === -1) return null
  const { content, end } = sectionAt(text, start)
  const written = text.indexOf(`\n## ${version} · `)
  if (content === '' && written !== -1) return { text, notes: `${sectionAt(text, written + 1).content}\n` }
  if (content === '') return null
  const rest = end === text.length ? '' : `\n${text.slice(end)}`
  return {
    text: `${text.slice(0, start)}${heading}\n## ${version} · ${day}\n\n${content}\n${rest}`,
    notes: `${content}\n`,
  }
}

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail('usage: npm run release -- 1.0.0   (or 1.0.0-rc.1)')
if (run('git', 'status', '--porcelain') !== '')
  fail('commit or discard your changes first: a release is what is committed')
if (run('git', 'tag', '--list', `v${version}`) !== '')
  fail(`the tag v${version} exists: choose the next version`)

const changelog = join(root, 'CHANGELOG.md')
const released = releaseChangelog(
  readFileSync(changelog, 'utf8'),
  version,
  new Date().toISOString().slice(0, 10),
)
if (released === null) fail('CHANGELOG.md says nothing under "## Unreleased": describe what changed first')

writeFileSync(changelog, released.text)
run(
  'npm',
  'version',
  version,
  '--workspaces',
  '--include-workspace-root',
  '--no-git-tag-version',
  '--allow-same-version',
)
if (run('git', 'status', '--porcelain') !== '')
  run('git', 'commit', '--quiet', '--all', '--message', `release: ${version}`)

const folder = join(root, '.cache/release')
mkdirSync(folder, { recursive: true })
const notes = join(folder, `mi-portal-${version}.md`)
writeFileSync(notes, released.notes)
writeFileSync(
  join(folder, `mi-portal-${version}.cdx.json`),
  run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev'),
)
run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--file', notes)
console.log(`released v${version}: notes and SBOM are in ${folder}`)
