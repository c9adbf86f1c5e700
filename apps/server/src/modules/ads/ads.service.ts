/** Announcements of the clinic: a patient gets those meant for them, super administrators all. */
import type { Ad } from '@mi-portal/contract/ads'
import { Failure } from '@mi-portal/contract/failure'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isMeantFor } from './ads.rules.ts'
import type { AdsStore } from './ads.store.ts'

export function adsService({ store, clock }: { store: AdsStore; clock: Clock }) {
  return {
    /** In the order of `order_advertising`. Throws 403 for administrators. */
    list: async (actor: Actor): Promise<Ad[]> => {
      if (actor.rol === 'ADMIN_ROLE') throw new Failure('forbidden')
      if (actor.rol === 'SUPER_ADMIN_ROLE') return store.all()
      const [person, enabled] = await Promise.all([store.person(actor.id), store.enabled()])
      const today = dayOf(clock.now())
      return person === null ? [] : enabled.filter((ad) => isMeantFor(ad, person, today))
    },
  }
}

export type AdsService = ReturnType<typeof adsService>
