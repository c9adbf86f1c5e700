/**
 * `npm run release -- 1.0.0`: turns the "Unreleased" section of the changelog into the section of that version, unless it is written
 * already, sets the version of every package, commits, tags with the section as notes, and writes notes and SBOM (CycloneDX) to
 * `.cache/release/`. The command publishes nothing: `git push --follow-tags` does.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const [version = ''] = process.argv.slice(2)
const folder = '.cache/release'

function run(command: string, ...parts: string[]): string {
  return execFileSync(command, parts, { encoding: 'utf8', maxBuffer: 64_000_000 })
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail('usage: npm run release -- 1.0.0   (or 1.0.0-rc.1)')
if (run('git', 'status', '--porcelain') !== '')
  fail('commit or discard your changes first: a release is what is committed')
if (run('git', 'tag', '--list', `v${version}`) !== '')
  fail(`the tag v${version} exists: choose the next version`)

const heading = '## Unreleased\n'
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const [before = '', ...sections] = changelog.split(/^(?=## )/m)
const findSection = (start: string) => sections.find((section) => section.startsWith(start)) ?? ''
const readEntries = (section: string) => section.slice(section.indexOf('\n') + 1).trim()
const unreleased = readEntries(findSection(heading))
const entries = unreleased || readEntries(findSection(`## ${version} · `))
if (entries === '') fail('CHANGELOG.md says nothing under "## Unreleased": describe what changed first')
if (unreleased !== '') {
  const day = new Date().toISOString().slice(0, 10)
  const older = sections.filter((section) => !section.startsWith(heading))
  const released = `${heading}\n## ${version} · ${day}\n\n${unreleased}\n`
  writeFileSync('CHANGELOG.md', before + [released, older.join('')].filter(Boolean).join('\n'))
}
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

mkdirSync(folder, { recursive: true })
const notes = `${folder}/mi-portal-${version}.md`
writeFileSync(notes, `${entries}\n`)
writeFileSync(
  `${folder}/mi-portal-${version}.cdx.json`,
  run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev'),
)
run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--file', notes)
console.log(`released v${version}: notes and SBOM are in ${folder}`)
