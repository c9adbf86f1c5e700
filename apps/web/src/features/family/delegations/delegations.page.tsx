/** The accesses that the user gave to other adults and received from them: accepted, renewed and ended here. */

import { IconKey, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { changeFailed } from '../family.rules.ts'
import { type AskedChange, Given, Received } from './delegation-cards.tsx'
import classes from './delegations.module.css'
import { delegationsQuery, useChangeDelegation } from './delegations.queries.ts'

const listLook = 'plain-list grid gap-3'

export function DelegationsPage() {
  const query = useQuery(delegationsQuery)
  const [asked, setAsked] = useState<AskedChange | null>(null)
  return (
    <>
      <BackLink to="/dashboard/mi-grupo-familiar">Volver a mi grupo familiar</BackLink>
      <PageHeading
        title="Accesos entre personas adultas"
        lead="Decide qué puede ver de ti otra persona adulta, y hasta cuándo. Verás cada vez que lo use."
      >
        <GiveLink />
      </PageHeading>
      <QueryContent query={query}>
        {({ given, received, lacks_country }) => (
          <>
            <Section id="accesos-dados" title="Accesos que diste">
              {given.length === 0 ? (
                <EmptyState icon={IconKey} title="No le has dado acceso a nadie" action={<GiveLink />} />
              ) : (
                <ul className={listLook}>
                  {given.map((one) => (
                    <Given key={one.id} delegation={one} onAsk={setAsked} />
                  ))}
                </ul>
              )}
              <p className={classes.hint}>
                <TextLink to="/dashboard/perfil" search={{ tab: 'quien-vio-mis-datos' }}>
                  Ver quién vio mis datos
                </TextLink>
              </p>
            </Section>
            <Section id="accesos-recibidos" title="Accesos que recibiste">
              {lacks_country && (
                <Notice kind="info">
                  No sabemos qué país emitió tu pasaporte, y por eso nadie puede darte acceso todavía. Pide en
                  el mesón de la clínica que lo registren; lleva tu pasaporte.
                </Notice>
              )}
              {received.length === 0 ? (
                <p className="portal-card py-6 px-4 text-center text-muted">
                  Nadie te ha dado acceso a sus datos
                </p>
              ) : (
                <ul className={listLook}>
                  {received.map((one) => (
                    <Received key={one.id} delegation={one} onAsk={setAsked} />
                  ))}
                </ul>
              )}
            </Section>
          </>
        )}
      </QueryContent>
      {asked && (
        <ChangeDialog key={`${asked.id} ${asked.change}`} asked={asked} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

function GiveLink() {
  return (
    <ButtonLink
      to="/dashboard/mi-grupo-familiar/accesos/dar"
      leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      DAR ACCESO
    </ButtonLink>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function ChangeDialog({ asked, onClose }: { asked: AskedChange; onClose(): void }) {
  const change = useChangeDelegation()
  if (change.isError)
    return (
      <ResultDialog opened kind="error" error={change.error} title={changeFailed} onClose={onClose}>
        {change.error.message}
      </ResultDialog>
    )
  return (
    <ConfirmDialog
      opened
      danger={asked.change === 'end'}
      title={asked.title}
      confirm={asked.confirm}
      loading={change.isPending}
      onConfirm={() => change.mutate(asked, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{asked.text}</p>
    </ConfirmDialog>
  )
}
