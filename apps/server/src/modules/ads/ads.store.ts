import type { Ad } from '@mi-portal/contract/ads'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { ads, people } from '../../platform/database/schema.ts'

export function adsStore(db: Database) {
  const told = {
    id: ads.id,
    title: ads.title,
    image: ads.image,
    url: ads.url,
    from_age: ads.from_age,
    to_age: ads.to_age,
    gender_id: ads.gender_id,
    order_advertising: ads.order_advertising,
    status: ads.status,
  }
  const ordered = () =>
    db.orm.select(told).from(ads).orderBy(asc(ads.order_advertising), asc(ads.id)).$dynamic()
  return {
    all: (): Promise<Ad[]> => ordered(),
    enabled: (): Promise<Ad[]> => ordered().where(eq(ads.status, true)),
    /** What decides for whom an ad is meant. */
    person: async (id: number) =>
      (
        await db.orm
          .select({ date_birth: people.date_birth, gender_id: people.gender_id })
          .from(people)
          .where(eq(people.id, id))
      )[0] ?? null,
  }
}

export type AdsStore = ReturnType<typeof adsStore>
