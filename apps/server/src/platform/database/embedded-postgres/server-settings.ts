import { statfsSync } from 'node:fs'

/** Bytes of `/dev/shm` below which PostgreSQL maps files instead. Containers often have 64 MB there. */
const leastSharedMemory = 128 * 1024 * 1024

/** Returns the settings of PostgreSQL for one small server. The durability settings keep their default, which is on. */
export function getServerSettings(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '40',
    // The pages are in the system's cache too, so a larger buffer of its own would hold many of them twice.
    shared_buffers: '16MB',
    // Each connection reads and writes its pages itself: three processes less.
    io_method: 'sync',
    // Nothing is replicated, so the process that starts replication is left out.
    max_logical_replication_workers: '0',
    max_wal_size: '256MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(hasSharedMemory() ? {} : { dynamic_shared_memory_type: 'mmap' }),
  }
}

function hasSharedMemory(): boolean {
  if (process.platform !== 'linux') return true
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize >= leastSharedMemory
  } catch {
    return false
  }
}
