// A process for tests: takes the lock of the folder named in its first argument and says so, or ends with exit code 1.
import { FolderHeldError } from '../../src/platform/database/embedded/folder-errors.ts'
import { lockFolder } from '../../src/platform/database/embedded/folder-lock.ts'

try {
  await lockFolder(process.argv[2] ?? '')
  process.stdout.write('held\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof FolderHeldError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
