import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { sealEntries } from './seals/seal-entries.ts'
import { streamEntries } from './stream/stream-entries.ts'

export function createAuditJobs(ctx: Context): PeriodicJob[] {
  const { auditStream } = ctx.ports
  return [
    { name: 'audit.seal', cron: '* * * * *', run: async () => ({ blocks: await sealEntries(ctx) }) },
    ...(auditStream === null
      ? []
      : [
          {
            name: 'audit.stream',
            cron: '* * * * *',
            run: async () => ({ entries: await streamEntries(ctx, auditStream) }),
          },
        ]),
  ]
}
