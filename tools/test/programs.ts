/** The programs beside Node that `npm run test:release` needs. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findOrthanc } from '../../apps/server/test/external/image-archive/orthanc.ts'
import { findClamd } from '../../apps/server/test/files/find-clamd.ts'
import { findPostgres } from '../../apps/server/test/postgres.ts'
import { findPgBouncer } from '../deployment/pgbouncer.ts'

type Program = {
  readonly name: string
  readonly remedy: string
  /** The tests that cannot run without the program. */
  readonly files: readonly string[]
}

const programs: readonly (Program & { readonly find: () => unknown })[] = [
  {
    name: 'PostgreSQL',
    find: findPostgres,
    remedy: 'apt-get install postgresql, or POSTGRES_BIN=/folder/of/initdb',
    files: ['tools/deployment/{debian,deployment}.test.ts', 'tools/bench/**', 'tools/failure-tests/**'],
  },
  {
    name: 'nginx',
    find: () => findOnPath('nginx'),
    remedy: 'apt-get install nginx-light',
    files: ['tools/deployment/{debian,deployment}.test.ts'],
  },
  {
    name: 'PgBouncer',
    find: findPgBouncer,
    remedy: 'apt-get install pgbouncer',
    files: ['tools/deployment/pgbouncer.test.ts'],
  },
  {
    name: 'ClamAV',
    find: findClamd,
    remedy: 'apt-get install clamav-daemon',
    files: ['**/clamd.test.ts'],
  },
  {
    name: 'Orthanc with the tools that convert its images',
    find: findOrthanc,
    remedy: 'apt-get install orthanc orthanc-dicomweb orthanc-gdcm dcmtk libgdcm-tools',
    files: ['**/orthanc.test.ts', '**/dcmtk.test.ts'],
  },
]

/** Returns the programs that this machine lacks. */
export function findMissingPrograms(): readonly Program[] {
  return programs.filter(({ find }) => !find())
}

function findOnPath(name: string): boolean {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  )
}
