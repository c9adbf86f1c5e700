/** The ways to book: walk in, by phone, or in the opened window; and the final thanks. */

import type { BookableExam } from '@mi-portal/contract/booking/exam-catalogue'
import type { Office } from '@mi-portal/contract/booking/services'
import {
  IconCalendarCheck,
  IconCircleCheck,
  IconExternalLink,
  IconPhone,
  IconWalk,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { findSite, portal } from '../../../lib/portal-config.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/button.tsx'
import { Card, Cluster } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { officesQuery } from '../booking.queries.ts'
import { callRequestMailKey } from './exam-wizard.queries.ts'

interface PanelProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  children: ReactNode
  actions: ReactNode
}

function BookingPanel({ icon: Icon, title, children, actions }: PanelProps) {
  return (
    <Card className="grid max-w-viewer justify-items-start gap-4" aria-labelledby="modo-titulo">
      <span className="grid size-14 flex-none place-items-center rounded-picture bg-soft text-on-soft">
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <h2 id="modo-titulo">{title}</h2>
      <div className="grid w-full gap-3">{children}</div>
      <Cluster fill>{actions}</Cluster>
    </Card>
  )
}

/** Shows where and when the patient can walk in. */
export function WalkIn({ name, officeIds }: { name: string; officeIds: readonly number[] }) {
  const offices = useQuery(officesQuery)
  return (
    <BookingPanel
      icon={IconWalk}
      title="No necesitas reservar hora"
      actions={<ButtonLink to="/dashboard">TERMINAR</ButtonLink>}
    >
      <p>
        <strong>{name}</strong> se realiza por orden de llegada. Trae tu orden médica y tu documento de
        identidad.
      </p>
      {portal.clinic.walk_in !== null && (
        <p>
          <strong>Horario:</strong> {portal.clinic.walk_in}.
        </p>
      )}
      <QueryContent query={offices} skeleton={<BlockSkeleton height={72} />}>
        {(all) => (
          <ul className="plain-list grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-3">
            {all
              .filter(({ id }) => officeIds.includes(id))
              .map((office) => (
                <OfficeItem key={office.id} office={office} />
              ))}
          </ul>
        )}
      </QueryContent>
    </BookingPanel>
  )
}

function OfficeItem({ office }: { office: Office }) {
  return (
    <li className="grid gap-1 rounded-md border border-line-strong p-4">
      <strong>{office.name}</strong>
      <span>{office.address}</span>
      <OpeningHours hours={findSite(office.office_id)?.opening_hours} />
    </li>
  )
}

/** Shows the number to call; `onAsk` opens the contact request, when available. */
export function CallCentreBooking({ name, young, onAsk }: { name: string; young: boolean; onAsk?(): void }) {
  return (
    <BookingPanel
      icon={IconPhone}
      title="Reserva con nuestro call center"
      actions={
        <>
          <ButtonLink to="/dashboard" variant="default">
            TERMINAR
          </ButtonLink>
          {onAsk && <Button onClick={onAsk}>QUIERO QUE ME LLAMEN</Button>}
        </>
      }
    >
      <p>
        {young ? 'Para menores de 8 años la hora de ' : 'La hora de '}
        <strong>{name}</strong> se coordina por teléfono: llama al <PhoneLink number={portal.supportPhone} />
        {onAsk ? ', o pide que te llamemos.' : '.'}
      </p>
    </BookingPanel>
  )
}

/** Says that the reservation continues in its own window, or that the browser blocked it, and links to it. */
export function OpenedWindow({ address, blocked }: { address: string; blocked: boolean }) {
  return (
    <BookingPanel
      icon={IconCalendarCheck}
      title="Reserva tu hora"
      actions={
        <>
          <ButtonAnchor
            variant={blocked ? 'filled' : 'outline'}
            href={address}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
          >
            {blocked ? 'ABRIR LA VENTANA' : 'VOLVER A ABRIR LA VENTANA'}
          </ButtonAnchor>
          <ButtonLink to="/dashboard" variant={blocked ? 'default' : 'filled'}>
            TERMINAR
          </ButtonLink>
        </>
      }
    >
      {blocked ? (
        <Notice kind="warning" announce title="Tu navegador bloqueó la ventana de reserva">
          Ábrela con el botón de abajo y termina ahí tu reserva.
        </Notice>
      ) : (
        <p>Termina tu reserva en la ventana que abrimos.</p>
      )}
      <p>Cuando tengas tu hora, vuelve aquí y presiona TERMINAR.</p>
    </BookingPanel>
  )
}

/** Thanks the user and says what happens next. */
export function ThankYou({ exam }: { exam: BookableExam | null }) {
  const mail = useQueryClient().getQueryData<string | null>(callRequestMailKey)
  return (
    <BookingPanel
      icon={IconCircleCheck}
      title="¡Gracias! Recibimos tu solicitud"
      actions={<ButtonLink to="/dashboard">SEGUIR NAVEGANDO</ButtonLink>}
    >
      <p role="status">
        Nuestro equipo te llamará para coordinar {exam ? <strong>{exam.text}</strong> : 'tu hora'}.
        {mail && ` ${mail}.`}
      </p>
    </BookingPanel>
  )
}
