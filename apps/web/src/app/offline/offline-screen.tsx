/** The screen without a connection: what this device stored of the session, how old it is, and the way back. */
import { IconCalendar, IconTestPipe } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { useOnline } from '../../lib/connection.ts'
import { portal } from '../../lib/portal-config.ts'
import { isServerAnswering } from '../../lib/server-answering.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { paths } from '../paths.ts'
import { OfflineAppointment } from './offline-appointment.tsx'
import { OfflineResult } from './offline-result.tsx'
import { describeAge, listAppointments, listResults, nameIn } from './shown-values.ts'
import type { StoredRecord } from './stored-values.ts'
import { useStoredRecords } from './use-stored-records.ts'

const stateLook = 'grid justify-items-start gap-4 p-6 [&_h1]:type-title [&_p]:mt-2'
const listLook = 'plain-list grid gap-3'

/** The address at which the portal serves this screen; elsewhere the service worker shows it in place of a page. */
const ownPath = '/sin-conexion'

export function OfflineScreen() {
  const records = useStoredRecords()
  useEffect(() => {
    document.title = `Sin conexión · ${portal.product} ${portal.brand}`
  }, [])
  return (
    <div className="min-h-dvh">
      <header className="p-4 bg-card border-b border-b-line-strong">
        <p className="max-w-[760px] my-0 mx-auto type-body text-strong">
          {portal.product} <strong>{portal.brand}</strong>
        </p>
      </header>
      <main className="grid gap-6 max-w-viewer my-0 mx-auto px-4 pt-6 pb-10">
        <State hasRecords={records !== null && records.length > 0} />
        {records !== null && <StoredData records={records} />}
      </main>
    </div>
  )
}

/** Says why the portal is not shown, and leads back to it. */
function State({ hasRecords }: { hasRecords: boolean }) {
  const online = useOnline()
  const [isAnswering, setAnswering] = useState(false)
  const [trying, setTrying] = useState(false)

  useEffect(() => {
    if (!online) return setAnswering(false)
    let isCurrent = true
    void isServerAnswering().then((answers) => {
      if (!isCurrent) return
      setAnswering(answers)
      // A patient who reads stored data is not interrupted.
      if (answers && !hasRecords && window.location.pathname !== ownPath) window.location.reload()
    })
    return () => {
      isCurrent = false
    }
  }, [online, hasRecords])

  async function openPortal() {
    setTrying(true)
    const answers = await isServerAnswering()
    setTrying(false)
    setAnswering(answers)
    if (!answers) return
    if (window.location.pathname === ownPath) window.location.assign(paths.dashboard)
    else window.location.reload()
  }

  const title = isAnswering
    ? 'Ya hay conexión'
    : online
      ? 'El portal no responde en este momento'
      : 'No hay conexión a internet'
  const text = isAnswering
    ? 'Puedes volver al portal.'
    : online
      ? 'Tu conexión funciona, pero el portal no contesta. Espera un momento y vuelve a intentar.'
      : 'Revisa tu conexión y vuelve a intentar.'
  return (
    <section className={`portal-card ${stateLook}`}>
      <div role="status">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Button loading={trying} onClick={() => void openPortal()}>
        {isAnswering ? 'VOLVER AL PORTAL' : 'REINTENTAR'}
      </Button>
    </section>
  )
}

function StoredData({ records }: { records: StoredRecord[] }) {
  const appointments = listAppointments(records, now())
  const results = listResults(records)
  if (records.length === 0)
    return (
      <section className={`portal-card ${stateLook}`}>
        <h2>No hay datos guardados en este dispositivo</h2>
        <p>
          El portal guarda lo que viste mientras tu sesión está abierta. Por seguridad lo borra cuando cierras
          tu sesión o cuando esta termina.
        </p>
      </section>
    )
  return (
    <>
      <Part
        icon={<IconCalendar size={22} stroke={1.75} aria-hidden />}
        title="Próximas horas"
        savedAt={appointments.savedAt}
      >
        {appointments.list.length === 0 ? (
          <p>No hay próximas horas guardadas en este dispositivo.</p>
        ) : (
          <ul className={listLook}>
            {appointments.list.map((appointment) => (
              <OfflineAppointment
                key={appointment.id_appointment}
                appointment={appointment}
                booked={appointments.booked.get(appointment.id_appointment) ?? null}
                patientName={nameIn(records, appointment.patient_id)}
              />
            ))}
          </ul>
        )}
        <p className="text-muted">
          Para reservar, cambiar o cancelar una hora necesitas conexión, o llama al{' '}
          <PhoneLink number={portal.supportPhone} />.
        </p>
      </Part>
      {results.length > 0 && (
        <Part
          icon={<IconTestPipe size={22} stroke={1.75} aria-hidden />}
          title="Resultados que abriste"
          savedAt={null}
        >
          <ul className={listLook}>
            {results.map(({ savedAt, shown }) => (
              <OfflineResult key={shown.exam.attention_id} shown={shown} savedAt={savedAt} />
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

interface PartProps {
  icon: ReactNode
  title: string
  /** When the oldest of the shown data were stored, in ms since the epoch; null if each entry says so. */
  savedAt: number | null
  children: ReactNode
}

function Part({ icon, title, savedAt, children }: PartProps) {
  return (
    <section className="grid gap-3">
      <h2 className="flex items-center gap-2">
        {icon}
        {title}
      </h2>
      {savedAt !== null && <p className="text-muted font-strong">{describeAge(savedAt)}</p>}
      {children}
    </section>
  )
}
