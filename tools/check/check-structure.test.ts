import { describe, expect, test } from 'vitest'
import { structureFindings } from './check-structure.ts'
import { checkTableWriters } from './structure/table-writers.ts'

type Files = Record<string, string>

/** Returns the findings in these files, one on each line. */
function say(files: Files): string {
  return structureFindings(new Map(Object.entries(files)))
    .map((found) => `${found.path}:${found.line} ${found.level} ${found.message}`)
    .join('\n')
}

const server = (path: string) => `apps/server/src/${path}`
const web = (path: string) => `apps/web/src/${path}`

describe('code that belongs in one place', () => {
  const code = (at: string, text: string) => say({ [at]: `${text}\n` })

  test('environment variables are read only in config.ts', () => {
    expect(code(server('platform/logger.ts'), 'console.log(process.env.LOG_LEVEL)')).toContain(
      'take the value from the configuration',
    )
    expect(code(server('app.ts'), "import { env } from 'node:process'\nenv.A")).toContain('configuration')
    expect(code(server('platform/config/config.ts'), 'console.log(process.env.PORT)')).not.toContain(
      'environment',
    )
    expect(code('scripts/start.ts', 'console.log(process.env.PORT)')).not.toContain('environment')
  })

  test('browser storage is used only in lib/session.ts', () => {
    expect(code(web('ui/a.tsx'), "localStorage.getItem('a')")).toContain('lib/session.ts alone')
    expect(code(web('ui/a.tsx'), 'window.sessionStorage.clear()')).toContain('lib/session.ts alone')
    expect(code(web('lib/session.ts'), "localStorage.getItem('a')")).not.toContain('alone')
  })

  test('fetch is called only in lib/call.ts and in adapters', () => {
    expect(code(web('ui/a.tsx'), "await fetch('/api')")).toContain('call an endpoint of the contract')
    expect(code(server('modules/exams/exams.service.ts'), 'go({ fetch })')).toContain('call an endpoint')
    expect(code(web('ui/a.tsx'), 'query.fetch(1)')).not.toContain('call an endpoint')
    expect(code(web('lib/call.ts'), "await fetch('/api')")).not.toContain('call an endpoint')
    expect(code(server('adapters/mail/api.ts'), "await fetch('x')")).not.toContain('call an endpoint')
  })

  test('the current time comes only from the clock', () => {
    for (const text of ['Date.now()', 'new Date()', 'Date()']) {
      expect(code(server('modules/exams/exams.service.ts'), text), text).toContain('so that tests can set it')
      expect(code(web('ui/a.tsx'), text), text).toContain('so that tests can set it')
      expect(code('packages/contract/src/values/dates.ts', text), text).toContain('so that tests can set it')
    }
    expect(code(server('platform/clock.ts'), 'new Date()')).not.toContain('tests can set')
    expect(code(web('lib/clock.ts'), 'Date.now()')).not.toContain('tests can set')
    expect(code(web('ui/a.tsx'), "new Date('2026-01-01'); performance.now()")).not.toContain('tests can set')
  })

  test('comments and options that silence the compiler, the linter or a test are reported', () => {
    const at = web('ui/a.tsx')
    expect(code(at, 'export const a = f as unknown as string')).toContain('no "as unknown as"')
    for (const note of [
      '@ts-ignore',
      '@ts-expect-error',
      'biome-ignore lint: x',
      `${'TO'}DO later`,
      'FIXME',
    ]) {
      expect(code(at, `// ${note}\nf()`), note).toContain('mend the cause')
    }
    const test = web('ui/a.test.tsx')
    for (const call of ['test.only', 'it.skip', 'describe.only', 'test.describe.skip', 'test.fixme', 'xit']) {
      expect(code(test, `${call}('a', () => {})`), call).toContain('every test runs')
    }
    expect(code(test, "test.skipIf(a)('b', f)\nexpect('any').toBe('TODO')")).not.toContain('error every')
  })

  test('an absolute path of one machine is reported', () => {
    const machine = ['', 'work', 'trees'].join('/')
    expect(say({ 'README.md': `a\nsee ${machine}/a\n` })).toMatch(
      /README\.md:2 error .*a path of one machine/,
    )
    expect(say({ 'README.md': `https://example.test${machine}/a` })).toBe('')
  })
})

describe('file names', () => {
  const name = (path: string) => say({ [path]: 'export {}\n' })

  test('file names are kebab-case everywhere', () => {
    expect(name(web('ui/RunField.tsx'))).toContain('not kebab-case')
    expect(name('e2e/sign_in.test.ts')).toContain('not kebab-case')
    expect(name('apps/server/migrations/0001_first_tables.sql')).not.toContain('kebab')
    expect(name('packages/contract/src/values/document-number.ts')).not.toContain('kebab')
  })

  test('a file name without a meaning is reported', () => {
    for (const path of ['ui/index.ts', 'lib/utils.ts', 'ui/components/a.tsx', 'lib/date.helpers.ts']) {
      expect(name(web(path)), path).toContain('says nothing')
    }
    expect(name('apps/web/index.html')).toBe('')
    expect(name('apps/server/seed/catalogues/SOURCES.md')).toBe('')
  })

  test('the file names of a module and of a feature come from their closed lists', () => {
    expect(name(server('modules/alerts/alerts.controller.ts'))).toContain('closed list of a module')
    expect(name(server('modules/alerts/patient-access.ts'))).toContain('modules/family alone')
    expect(name(server('modules/alerts/colors/colors.store.ts'))).not.toContain('closed list')
    expect(name(web('features/alerts/alerts.api.ts'))).toContain('closed list of a feature')
    for (const path of [
      'a.page.tsx',
      'alerts.queries.ts',
      'alerts.rules.ts',
      'alert-strip.tsx',
      'a.flow.ts',
      'alerts.test.tsx',
    ]) {
      expect(name(web(`features/alerts/${path}`)), path).not.toContain('closed list')
    }
  })

  test('only known folders are allowed in a domain, and the root of the server has three files', () => {
    expect(name(server('modules/weather/weather.store.ts'))).toContain('"weather" is no known domain')
    expect(name(server('start.ts'))).toContain('apps/server/src holds')
    expect(name(server('commands/archive-add.ts'))).not.toContain('apps/server/src holds')
    expect(name(web('pages/home.tsx'))).toContain('apps/web/src holds')
    expect(name(web('art/logo.svg'))).toBe('')
  })

  test('a folder with too many files is reported', () => {
    const many = (folder: string, count: number) =>
      say(
        Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`${folder}/part-${i}.ts`, 'export {}\n']),
        ),
      )
    expect(many(web('lib'), 12)).not.toContain('in one folder')
    expect(many(web('lib'), 13)).toContain('warning 13 source files in one folder')
    expect(many(web('lib'), 16)).toContain('error 16 source files in one folder')
    expect(many(web('ui'), 30)).not.toContain('in one folder')
    expect(many('apps/server/seed/demonstration', 30)).not.toContain('in one folder')
  })
})

describe('the writers of a table', () => {
  const migration = { 'apps/server/migrations/0001_people.sql': 'create table people (id int);' }
  const writing = (sql: string) => `const one = statement('x', \`${sql}\`)\n`
  const writers = (files: Files) =>
    checkTableWriters(new Map(Object.entries({ ...migration, ...files }))).map(
      ({ path, message }) => `${path} ${message}`,
    )
  const owner = { [server('modules/people/people.store.ts')]: writing('insert into people (id) values (1)') }

  test('a table is written by only one domain', () => {
    const files = { [server('modules/people/accounts.store.ts')]: writing('delete from people') }
    expect(writers({ ...owner, ...files })).toEqual([])
    for (const sql of [
      'update people set id = 2',
      'UPDATE ONLY people set id = 2',
      'merge into people using changes on true when matched then delete',
      'truncate people',
      'with x as (delete from people) select 1',
    ])
      expect(writers({ ...owner, [server('modules/users/users.store.ts')]: writing(sql) })[0]).toContain(
        'modules/people/people.store.ts people writes the table people, as users does',
      )
  })

  test('reading a table, locking its rows or naming it in a comment does not count as writing it', () => {
    const others = {
      [server('modules/users/users.store.ts')]: writing('select id from people for update of people'),
      [server('modules/audit/audit.store.ts')]: '// update people\n',
      [server('modules/users/users.test.ts')]: writing('update people set id = 3'),
    }
    expect(writers({ ...owner, ...others })).toEqual([])
  })

  test.each([
    ['modules/users/users.store.ts', 'users'],
    ['adapters/civil-registry/embedded.ts', 'adapters/civil-registry'],
    ['platform/jobs.ts', 'platform'],
    ['commands/admin-create.ts', 'main'],
  ])('a second writer of a table is reported wherever it is: %s', (path, name) => {
    expect(writers({ ...owner, [server(path)]: writing('update people set id = 2') })).toEqual([
      expect.stringContaining(`people writes the table people, as ${name} does`),
      expect.stringContaining(`${path} ${name} writes the table people, as people does`),
    ])
  })

  test('a store writes the table whose name it passes to the platform', () => {
    const files = {
      [server('modules/users/users.store.ts')]: `const rows = listedRows({ name: 'x', table: 'people' })\n`,
    }
    expect(writers({ ...owner, ...files })[1]).toContain('users writes the table people, as people does')
  })

  test('a statement that writes a table names the table in its text', () => {
    const files = (path: string) => ({ [server(path)]: writing(`delete from ${'$'}{table}`) })
    expect(writers(files('modules/users/users.store.ts'))[0]).toContain('a write names its table')
    expect(writers(files('platform/database/listed-rows.ts'))).toEqual([])
  })

  test('seeds fill the tables of all domains', () => {
    expect(
      writers({ ...owner, 'apps/server/seed/catalogues.ts': writing('update people set id = 2') }),
    ).toEqual([])
  })
})

describe('the authorization table', () => {
  const contract = { 'packages/contract/src/alerts.ts': 'export const alertEndpoints = {}\n' }
  const rows = (text: string) => say({ ...contract, 'apps/server/test/authorization/table.ts': text })

  test('the authorization matrix includes every table of endpoints', () => {
    expect(rows('export const table = []\n')).toContain(
      '"alertEndpoints" has no rows in the authorization table',
    )
    expect(rows("casesOf('alerts', alertEndpoints, {})\n")).not.toContain('authorization table')
    const folder = { 'packages/contract/src/family/members.ts': 'export const memberEndpoints = {}\n' }
    expect(
      say({ ...folder, 'apps/server/test/authorization/table.ts': 'export const table = []\n' }),
    ).toContain('"memberEndpoints" has no rows in the authorization table')
  })
})

describe('the platform', () => {
  const rows = "export const alertEndpoints = { list: { path: '/alerts/{id}', action: 'alerts.list' } }\n"
  const at = server('platform/http/mount.ts')
  const about = (code: string) => say({ 'packages/contract/src/alerts.ts': rows, [at]: `${code}\n` })

  test('the platform names neither the path nor the action of an endpoint', () => {
    for (const code of ["f('/alerts')", "f('/alerts/1')", "f(a === 'alerts.list')"]) {
      expect(about(code), code).toContain('the platform knows no domain')
    }
    for (const code of ["f('/health')", "f('/alertsX')", "f('alerts')", "f('alerts.listed')"]) {
      expect(about(code), code).not.toContain('the platform knows no domain')
    }
  })

  test('a module may name its own actions, but the platform may not', () => {
    const module = { [server('modules/alerts/alerts.service.ts')]: "f('alerts.list')\n" }
    expect(say({ 'packages/contract/src/alerts.ts': rows, ...module })).not.toContain('knows no domain')
  })
})

describe('installed packages', () => {
  const sound = { version: '5.12.8', integrity: 'sha512-abc', license: 'MIT' }
  const lock = (name: string, entry: object) =>
    say({ 'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: entry } }) })

  test('an installed package is complete, has an accepted licence, is recent enough, and runs no install script', () => {
    expect(lock('fastify', sound)).toBe('')
    expect(lock('x', { ...sound, license: '(MIT OR GPL-3.0)' })).toBe('')
    expect(lock('x', { ...sound, license: 'MIT AND GPL-3.0' })).toContain('is under MIT AND GPL-3.0')
    expect(lock('x', { ...sound, license: undefined })).toContain('is under no licence')
    expect(lock('x', { ...sound, integrity: undefined })).toContain('no sha512')
    expect(lock('x', { ...sound, integrity: 'sha1-abc' })).toContain('no sha512')
    expect(lock('x', { ...sound, integrity: undefined, inBundle: true })).toBe('')
    expect(lock('x', { ...sound, hasInstallScript: true })).toContain('wants to run something')
    expect(lock('fastify', { ...sound, version: '5.3.1' })).toContain('below 5.3.2 (CVE-2025-32442)')
    expect(lock('fastify', { ...sound, version: '5.3.2' })).toBe('')
    expect(lock('fastify', { ...sound, version: '4.99.9' })).toContain('below 5.3.2')
  })

  test('the licence and the scripts of a development dependency are not checked', () => {
    expect(lock('x', { ...sound, dev: true, license: 'GPL-3.0', hasInstallScript: true })).toBe('')
    expect(lock('x', { ...sound, dev: true, integrity: undefined })).toContain('no sha512')
  })
})

describe('the values of a clinic', () => {
  const clinic = {
    'apps/server/clinic/robles/clinic.yaml': 'brand: Clínica Los Robles\n',
    'apps/server/clinic/robles/sites.yaml': '- code: NUNOA\n  name: Ñuñoa\n  phone: 2 2555 1000\n',
  }

  test.each(['NUNOA', 'Ñuñoa', '2 2555 1000', 'Clínica Los Robles'])('code does not name «%s»', (value) => {
    const path = web('features/booking/sites.tsx')
    expect(say({ ...clinic, [path]: `export const site = '${value}'\n` })).toContain(
      `${path}:1 error "${value}" is a value of a shipped clinic`,
    )
  })

  test.each(['#0f6B5c', 'rgba(15, 107, 92, 0.5)', 'rgb(180,83,26)'])(
    'a style of the web does not have the colour %s of a clinic',
    (colour) => {
      const branding = "colours:\n  action: '#0F6B5C'\n  accent:\n    - '#B4531A'\n  neutral: '#333333'\n"
      const path = web('features/booking/sites.module.css')
      const found = say({
        'apps/server/clinic/robles/branding.yaml': branding,
        [path]: `.site {\n  color: ${colour};\n  background: #0f6b5c11;\n  fill: #333333;\n}\n`,
        [web('app/styles/tokens.css')]: `:root {\n  --mantine-color-lapis-6: ${colour};\n}\n`,
      })
      expect(found.split('\n').filter((line) => line.includes('shipped clinic'))).toEqual([
        expect.stringMatching(new RegExp(`^${path}:2 error ".*" is a colour of a shipped clinic`)),
      ])
    },
  )

  test('tests, and words that only contain a value, may have it', () => {
    const found = say({
      ...clinic,
      [web('features/booking/sites.test.tsx')]: `export const site = 'NUNOA'\n`,
      [web('features/booking/sites.tsx')]: `export const site = 'NUNOAS'\n`,
    })
    expect(found).not.toContain('shipped clinic')
  })
})
