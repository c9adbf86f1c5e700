import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

function git(...parts: string[]): string {
  return execFileSync('git', parts, { cwd: folder, encoding: 'utf8' })
}

function release(...parts: string[]) {
  const script = join(import.meta.dirname, 'release.ts')
  return spawnSync(process.execPath, [script, ...parts], { cwd: folder, encoding: 'utf8' })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mi-portal-release-'))
  const inner = join(folder, 'packages/inner')
  mkdirSync(inner, { recursive: true })
  const user = join(folder, 'packages/user')
  mkdirSync(user, { recursive: true })
  const workspace = { name: 'outer', version: '0.1.0', private: true, workspaces: ['packages/*'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(workspace))
  writeFileSync(join(inner, 'package.json'), JSON.stringify({ name: 'inner', version: '0.1.0' }))
  writeFileSync(
    join(user, 'package.json'),
    JSON.stringify({ name: 'user', version: '0.1.0', dependencies: { inner: '*' } }),
  )
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n.cache/\n')
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n\n- Booking.\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Release test')
  git('config', 'user.email', 'release@ejemplo.cl')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline'], { cwd: folder })
  git('add', '--all')
  git('commit', '--quiet', '--message', 'start')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a release sets the version everywhere, tags the commit with its notes and writes the SBOM', () => {
  const { status, stderr } = release('1.0.0-rc.1')
  expect(status, stderr).toBe(0)
  for (const file of ['package.json', 'packages/inner/package.json', 'packages/user/package.json'])
    expect(JSON.parse(readFileSync(join(folder, file), 'utf8')).version).toBe('1.0.0-rc.1')
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 1\.0\.0-rc\.1 · \d{4}-\d\d-\d\d\n\n### Added\n\n- Booking\.\n$/,
  )
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v1.0.0-rc.1').trim()).toBe(
    '### Added\n\n- Booking.',
  )
  expect(git('status', '--porcelain')).toBe('')
  const written = readdirSync(join(folder, '.cache/release')).toSorted()
  expect(written).toEqual(['mi-portal-1.0.0-rc.1.cdx.json', 'mi-portal-1.0.0-rc.1.md'])
  const sbom = JSON.parse(readFileSync(join(folder, '.cache/release/mi-portal-1.0.0-rc.1.cdx.json'), 'utf8'))
  expect(sbom.bomFormat).toBe('CycloneDX')
})

test('a release is rejected for a wrong version, an existing tag, uncommitted changes and an empty changelog', () => {
  expect(release('next').stderr).toContain('usage: npm run release')
  expect(release().stderr).toContain('usage: npm run release')
  expect(release('1.0.0').status).toBe(0)
  expect(release('1.0.0').stderr).toContain('the tag v1.0.0 exists')
  expect(release('1.0.1').stderr).toContain('CHANGELOG.md says nothing under "## Unreleased"')
  copyFileSync(join(folder, 'package.json'), join(folder, 'draft.json'))
  expect(release('1.0.1').stderr).toContain('commit or discard your changes first')
  expect(git('tag', '--list').trim()).toBe('v1.0.0')
})
