/** Shows the released slots that are held for the user, who is on the waiting list for them. */

import { slotReleased } from '@mi-portal/contract/booking/waiting-list'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { offersQuery, useDeclineOffer } from '../booking.queries.ts'
import { SlotCard } from '../slots/slot-card.tsx'

export function WaitingListOffers({ onAccept }: { onAccept(choice: { offer: number }): unknown }) {
  const { data: offers = [] } = useQuery(offersQuery)
  const decline = useDeclineOffer()
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers" className="my-6 mx-0">
      <h2 id="offers">{slotReleased}</h2>
      {decline.isError && <ErrorNotice error={decline.error} />}
      <ul className="grid gap-3 mx-0 mt-3 mb-0 p-0 list-none">
        {offers.map(({ hold_id, expires_at, patient_full_name, slot }) => (
          <li
            key={hold_id}
            className="portal-card flex flex-wrap items-center justify-between gap-4 p-4 border-success"
          >
            <SlotCard slot={slot} person={patient_full_name}>
              <p className="mt-2 text-muted">La guardamos para ti hasta las {formatTime(expires_at)}.</p>
            </SlotCard>
            <div className="flex flex-wrap gap-3 max-desktop:w-full max-desktop:*:flex-[1_1_100%]">
              <Button onClick={() => onAccept({ offer: hold_id })}>TOMAR ESTA HORA</Button>
              <Button
                variant="default"
                loading={decline.isPending && decline.variables === hold_id}
                onClick={() => decline.mutate(hold_id)}
              >
                NO LA QUIERO
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
