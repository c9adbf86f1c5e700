/** Reads the CPU time and memory of processes from `/proc`, which exists only on Linux. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

// Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that runs Node.
const ticksPerSecond = 100

export function assertMeasurable(): void {
  if (!existsSync('/proc/self/stat'))
    throw new Error('the bench reads /proc, which this system does not have: run it on Linux')
}

type Stat = { readonly parent: number; readonly seconds: number }

function statOf(pid: number | string): Stat | null {
  try {
    // The name in parentheses may contain spaces, so fields are counted after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
  } catch {
    return null
  }
}

/** Returns the seconds of CPU (user and system, all threads) that a process has used. */
export function readCpuSeconds(pid: number): number {
  return statOf(pid)?.seconds ?? 0
}

/** Returns the seconds of CPU of a process and of its running children, by process id. */
export function cpuOfFamily(pid: number): Map<number, number> {
  const family = new Map<number, number>([[pid, readCpuSeconds(pid)]])
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat?.parent === pid) family.set(Number(name), stat.seconds)
  }
  return family
}

/**
 * Returns the seconds of CPU between two readings. A process that is only in the second one counts from its
 * start.
 */
export function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let seconds = 0
  for (const [pid, used] of after) seconds += used - (before.get(pid) ?? 0)
  return seconds
}

/** Returns the resident memory of a process in megabytes (10^6 bytes). */
export function readMemory(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes ?? 0) * 1024) / 1e6
}

/** Returns the memory of a process in megabytes. A page that several processes map is divided among them. */
export function readProportionalMemory(pid: number): number {
  try {
    const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return (Number(kibibytes ?? 0) * 1024) / 1e6
  } catch {
    // The process has ended.
    return 0
  }
}

/** Returns the process ids of the children of a process, of their children and so on. */
export function listDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: statOf(name)?.parent }))
  const childrenOf = (parent: number): number[] =>
    parents.flatMap((process) => (process.parent === parent ? [process.pid, ...childrenOf(process.pid)] : []))
  return childrenOf(pid)
}

export function loadAverage(): string {
  return readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
}
