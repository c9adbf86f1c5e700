import type { Manifest } from './manifest.ts'

export function countRows({ tables }: Manifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

export function describeAmounts(manifest: Manifest, began: number): string {
  const { tables, each_file, database, files } = manifest
  const gigabytes = (database.bytes + files.bytes) / 1e9
  const seconds = (performance.now() - began) / 1000
  return `${countRows(manifest)} rows of ${Object.keys(tables).length} tables and ${each_file.length} files, ${gigabytes.toFixed(3)} GB in ${seconds.toFixed(1)} s (${(seconds / gigabytes).toFixed(0)} s a GB)`
}
