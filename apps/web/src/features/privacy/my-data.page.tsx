/** «Mis datos personales»: what the law lets a person know and decide about their data, one card for each matter. */
import { PageHeading } from '../../ui/page-heading.tsx'
import { AccessCard } from './access-card.tsx'
import { PolicyCard } from './policy-card.tsx'
import classes from './privacy.module.css'

export function MyDataPage() {
  return (
    <>
      <PageHeading
        title="Mis datos personales"
        lead="Lo que la ley te permite saber y decidir sobre tus datos."
      />
      <div className={classes.cards}>
        <AccessCard />
        <PolicyCard />
      </div>
    </>
  )
}
