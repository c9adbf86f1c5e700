/** Shows the released slots that are held for the user, who is on the waiting list for them. */
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { offersQuery, useDeclineOffer } from '../booking.queries.ts'
import { SlotCard } from '../slots/slot-card.tsx'
import classes from './waiting.module.css'

export function WaitingListOffers({ onAccept }: { onAccept(choice: { offer: number }): unknown }) {
  const { data: offers = [] } = useQuery(offersQuery)
  const decline = useDeclineOffer()
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers" className={classes.offers}>
      <h2 id="offers">Se liberó una hora como la que esperas</h2>
      {decline.isError && <ErrorNotice error={decline.error} />}
      <ul className={classes.list}>
        {offers.map(({ hold_id, expires_at, patient_full_name, slot }) => (
          <li key={hold_id} className={`portal-card ${classes.offer}`}>
            <SlotCard slot={slot} person={patient_full_name}>
              <p className={classes.until}>La guardamos para ti hasta las {formatTime(expires_at)}.</p>
            </SlotCard>
            <div className={classes.buttons}>
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
