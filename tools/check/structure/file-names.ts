/** Checks that file names come from closed lists, and that no folder has too many files. */
import { error, type Finding } from './finding.ts'
import { isTypeScript, type Texts } from './project-files.ts'

const checkedFolders = /^(apps|packages|scripts|e2e|tools)\//
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
// A migration's name begins with its number: 0001_baseline.sql
const migration = /(^|\/)(later-)?migrations\/\d{4}_[a-z0-9_-]+\.sql$/
const nameless = /^(index|utils?|helpers?|hooks?|types?|components?|misc|common)$/

const moduleFile = /^[a-z0-9-]+\.(routes|rules|mails|jobs|sql|sql\.generated|export|audit|authorization)\.ts$/
// An operation is named for what it does: `save-emergency-contact.ts`.
const operationFile = /^[a-z0-9]+(-[a-z0-9]+)+\.ts$/
const featureFile = /^[a-z0-9-]+\.(page\.tsx|queries\.ts|flow\.tsx?|rules\.ts|search\.ts)$|^[a-z0-9-]+\.tsx$/
const testFile = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.tsx?$/

const warnAbove = 12
const refuseFrom = 16
// Folders that may have many files: migrations, catalogues, decision records, one file for each control, one for each domain.
const longByNature = /(^|\/)(migrations|decisions|ui)$|(^|\/)seed(\/|$)|^packages\/contract\/src$/

export function checkFileNames(texts: Texts): Finding[] {
  const paths = [...texts.keys()].filter((path) => checkedFolders.test(path))
  return [...paths.flatMap(nameViolations), ...folderViolations([...texts.keys()].filter(isTypeScript))]
}

function nameViolations(path: string): Finding[] {
  const violation = caseViolation(path) ?? namelessViolation(path) ?? closedListViolation(path)
  return violation ? [error(path, 1, violation)] : []
}

function caseViolation(path: string): string | null {
  // Documents such as README.md and SOURCES.md have upper-case names by convention.
  // The files of a clinic package are named after the clinic's own keys.
  if (migration.test(path) || path.startsWith('apps/server/clinic/') || /\/[A-Z]+\.md$/.test(path))
    return null
  const wrong = path.split('/').find((part) => !kebabCase.test(part))
  return wrong ? `"${wrong}" is not kebab-case` : null
}

function namelessViolation(path: string): string | null {
  if (path === 'apps/web/index.html') return null
  const wrong = path.split('/').find((part) => part.split('.').some((word) => nameless.test(word)))
  return wrong ? `"${wrong}" says nothing; name the file for what it holds` : null
}

function closedListViolation(path: string): string | null {
  const [, root, folder, domain = '', rest] =
    /^apps\/(server|web)\/src\/(modules|features)\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!root || !rest) return serverRootViolation(path) ?? webRootViolation(path)
  const name = rest.slice(rest.lastIndexOf('/') + 1)
  if (testFile.test(name)) return null
  if (folder === 'modules') return moduleNameViolation(domain, name)
  if (featureFile.test(name) || name.endsWith('.module.css')) return null
  return `"${name}" is not on the closed list of a feature: <screen>.page.tsx, <domain>.queries.ts, <wizard>.flow.ts, <domain>.rules.ts, <screen>.search.ts, .test.tsx and parts (.tsx) named for what they show; a browser matter belongs in lib`
}

function moduleNameViolation(domain: string, name: string): string | null {
  if (name === 'patient-access.ts' && domain !== 'family')
    return 'patient-access.ts stands in modules/family alone'
  return moduleFile.test(name) || operationFile.test(name)
    ? null
    : `"${name}" is no operation (<verb>-<noun>.ts), and not on the closed list of a module: routes, sql, rules, mails, jobs, export, audit, authorization, test`
}

function serverRootViolation(path: string): string | null {
  const name = /^apps\/server\/src\/([^/]+)$/.exec(path)?.[1]
  if (!name || /^(main|app|wiring)(\.test)?\.ts$/.test(name)) return null
  return `apps/server/src holds main.ts, app.ts and wiring.ts; "${name}" belongs in commands, modules, ports, adapters or platform`
}

function webRootViolation(path: string): string | null {
  const top = /^apps\/web\/src\/([^/]+)/.exec(path)?.[1]
  if (!top || /^(main\.tsx|app|features|ui|lib|art|service-worker)$/.test(top)) return null
  return `apps/web/src holds main.tsx, app, features, ui, lib, art and service-worker; "${top}" belongs in one of them`
}

function folderViolations(paths: readonly string[]): Finding[] {
  const folders = new Map<string, number>()
  for (const path of paths) {
    if (/\.(test|generated)\./.test(path)) continue
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders]
    .filter(([folder, count]) => count > warnAbove && !longByNature.test(folder))
    .map(([folder, count]) => ({
      path: folder,
      line: 1,
      level: count >= refuseFrom ? 'error' : 'warning',
      message: `${count} source files in one folder; split it by what the files are about, never by kind`,
    }))
}
