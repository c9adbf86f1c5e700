/** What a command needs: the database, which may be the embedded one; the data folder of a running server; or nothing. */
export type Place = 'database' | 'folder' | 'nothing'

type Command = {
  readonly summary: string
  readonly getPlace: (args: readonly string[]) => Place
  readonly load: () => Promise<{ readonly run: (args: readonly string[]) => Promise<void> }>
}

const inDatabase = () => 'database' as const
const inFolder = () => 'folder' as const
const nowhere = () => 'nothing' as const

export const commands: Readonly<Record<string, Command>> = {
  'admin:create': {
    summary: 'creates the account of a super administrator',
    getPlace: inDatabase,
    load: () => import('./admin-create.ts'),
  },
  'archive:add': {
    summary: 'gives a result to the running server',
    getPlace: inFolder,
    load: () => import('./archive-add.ts'),
  },
  'audit:verify': {
    summary: 'proves that the audit log was not changed',
    getPlace: inDatabase,
    load: () => import('./audit-verify.ts'),
  },
  backup: {
    summary: 'saves the database and the files, encrypted',
    // A key is created on a machine that is not backed up.
    getPlace: (args) => (args.some((word) => /^--new-key(=|$)/.test(word)) ? 'nothing' : 'database'),
    load: () => import('./backup.ts'),
  },
  'clinic:check': {
    summary: 'checks a clinic package',
    getPlace: nowhere,
    load: () => import('./clinic/clinic-check.ts'),
  },
  'clinic:export': {
    summary: 'writes the published clinic package into a folder',
    getPlace: inDatabase,
    load: () => import('./clinic/clinic-export.ts'),
  },
  'clinic:import': {
    summary: 'publishes a clinic package',
    getPlace: inDatabase,
    load: () => import('./clinic/clinic-import.ts'),
  },
  'clinic:new': {
    summary: 'writes a first clinic package',
    getPlace: nowhere,
    load: () => import('./clinic/clinic-new.ts'),
  },
  'images:add': {
    summary: 'stores the images of an exam in the portal',
    getPlace: inDatabase,
    load: () => import('./images-add.ts'),
  },
  'images:remove': {
    summary: 'removes the stored images of an exam',
    getPlace: inDatabase,
    load: () => import('./images-remove.ts'),
  },
  'patients:import': {
    summary: 'imports patients whom the clinic knows',
    getPlace: inDatabase,
    load: () => import('./patients-import.ts'),
  },
  'registry:hash': {
    summary: 'replaces the card numbers in a file of people by hashes',
    getPlace: inDatabase,
    load: () => import('./registry-hash.ts'),
  },
  'registry:import': {
    summary: 'imports the registry of people',
    getPlace: inDatabase,
    load: () => import('./registry-import.ts'),
  },
  restore: {
    summary: 'verifies a backup, and restores it into an empty place',
    getPlace: nowhere,
    load: () => import('./restore.ts'),
  },
}
