import { firstOfMonth, toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { readIdentityFacts } from '../identity/read-identity-mode.ts'
import * as installationSql from './installation.sql.ts'
import {
  type InstallationWarning,
  isProduction,
  listFileWarnings,
  listMissing,
  listTextWarnings,
} from './list-missing.ts'

async function findMissingSettings(
  ctx: Context,
  isEncrypted: boolean | null,
): Promise<InstallationWarning[]> {
  const { db, clock, config, settings } = ctx
  if (config.demo && !isProduction(config)) return []
  const [facts, identity] = await Promise.all([installationSql.facts(db), readIdentityFacts(ctx)])
  const content = {
    unapproved: settings.unapprovedContent(),
    overdueTexts: settings.countOverdueTexts(toDay(clock.now())),
  }
  return listMissing(config, { ...facts, ...content, identity, isEncrypted }, clock.now())
}

async function findFileWarnings({ db, clock, ports }: Context): Promise<InstallationWarning[]> {
  if (ports.scanner === null) return []
  return listFileWarnings(await installationSql.fileFacts(db, clock.now()), clock.now())
}

async function findTextWarnings({ db, clock, config }: Context): Promise<InstallationWarning[]> {
  if (config.textMessages === null) return []
  const today = toDay(clock.now())
  const counts = await installationSql.textCounts(db, today, firstOfMonth(today))
  return listTextWarnings(counts, config.textMessages.limits)
}

/** Returns what operators are warned of. `isEncrypted`: whether the request that asks arrived over https; null without a request. */
export async function findWarnings(
  ctx: Context,
  isEncrypted: boolean | null = null,
): Promise<InstallationWarning[]> {
  const found = [findMissingSettings(ctx, isEncrypted), findFileWarnings(ctx), findTextWarnings(ctx)]
  return (await Promise.all(found)).flat()
}

export async function findMissing(ctx: Context, isEncrypted: boolean) {
  return (await findWarnings(ctx, isEncrypted)).map(({ code, text, remedy }) => ({ code, text, remedy }))
}
