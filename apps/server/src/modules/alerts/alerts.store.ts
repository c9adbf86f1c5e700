import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { alertColors, alerts } from '../../platform/database/schema.ts'

const active = 1

export function alertsStore(db: Database) {
  return {
    listActive: () =>
      db.orm
        .select({
          id: alerts.id,
          name: alerts.name,
          text: alerts.text,
          color_id: alerts.color_id,
          status_id: alerts.status_id,
          color: {
            id: alertColors.id,
            color: alertColors.color,
            primary_code: alertColors.primary_code,
            secundary_code: alertColors.secundary_code,
          },
        })
        .from(alerts)
        .innerJoin(alertColors, eq(alertColors.id, alerts.color_id))
        .where(eq(alerts.status_id, active))
        .orderBy(asc(alerts.id)),
  }
}

export type AlertsStore = ReturnType<typeof alertsStore>
