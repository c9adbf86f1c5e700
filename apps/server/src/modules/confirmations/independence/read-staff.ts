import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { createdBefore, linkedSince, type Staff } from './independence.rules.ts'
import * as independenceSql from './independence.sql.ts'

export const readStaff = async (ctx: Context, queries: Queries): Promise<Staff> => ({
  members: await queries.run(independenceSql.listMembers, {}),
  links: await queries.run(independenceSql.listLinks, { since: linkedSince(ctx.clock.now()) }),
  createdBefore: ctx.config.demo ? null : createdBefore(ctx.clock.now()),
})
