/** The public page on which anyone with the code of a certificate sees what it says, and whether it is still valid. */
import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  certificateCode,
  showCertificateCode,
  type VerifiedCertificate,
  visitCertificateEndpoints,
} from '@mi-portal/contract/visit-certificates'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatDay, formatLongDay, formatTime } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import facts from '../../../ui/facts.module.css'
import {
  ContractForm,
  FormError,
  type SaveMutation,
  useContractForm,
} from '../../../ui/form/contract-form.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import classes from './certificate.module.css'
import { useVerifyCertificate } from './certificate.queries.ts'

const request = { ...visitCertificateEndpoints.verify, body: z.object({ code: certificateCode }) }

/** The address of the QR code has the code behind `#`, so that it reaches no log of a server. */
export function VerifyPage() {
  const hash = useLocation({ select: (location) => location.hash })
  const [given] = useState(() => z.safeParse(certificateCode, hash).data)
  const [asks, setAsks] = useState(given === undefined)
  const verify = useVerifyCertificate()
  const { mutate } = verify
  useEffect(() => {
    if (given !== undefined) mutate(given, { onError: () => setAsks(true) })
  }, [given, mutate])

  if (verify.isSuccess)
    return (
      <Verified
        code={verify.variables}
        certificate={verify.data}
        onAnother={() => {
          verify.reset()
          setAsks(true)
        }}
      />
    )
  if (asks)
    return <AskForCode typed={verify.variables ? showCertificateCode(verify.variables) : ''} save={verify} />
  return (
    <section className={`portal-card ${classes.page}`}>
      <h1>Verificar certificado</h1>
      <BlockSkeleton height={220} />
    </section>
  )
}

/** `typed` is the code that was sent before. */
function AskForCode({ typed, save }: { typed: string; save: SaveMutation<string> }) {
  const kit = useContractForm(request, {
    values: { code: typed },
    save,
    send: ({ code }, on) => save.mutate(code, on),
  })
  return (
    <section className={`portal-card ${classes.page}`}>
      <h1>Verificar certificado</h1>
      <p>
        Comprueba aquí un certificado de atención de {portal.brand}. Ingresa el código que está junto al
        código QR del documento.
      </p>
      <FormError kit={kit} />
      <ContractForm kit={kit} className={classes.form}>
        <kit.Field.Text
          name="code"
          label="Código del certificado"
          description="16 letras y números, por ejemplo K7QX-2RTP-9MVD-H4CW."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" fullWidth loading={save.isPending}>
          VERIFICAR
        </Button>
      </ContractForm>
      <p className={classes.hint}>
        Un certificado deja de encontrarse cuando la persona cierra su cuenta en el portal. En ese caso pide a
        la clínica que lo confirme.
      </p>
    </section>
  )
}

interface VerifiedProps {
  code: string
  certificate: VerifiedCertificate
  onAnother(): void
}

function Verified({ code, certificate: { certified, issued_at }, onAnother }: VerifiedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isValid = certified !== null
  const Icon = isValid ? IconCircleCheck : IconAlertCircle
  return (
    <section className={`portal-card ${classes.page}`}>
      <div className={`${classes.verdict} ${isValid ? classes.valid : classes.withdrawn}`}>
        <Icon size={32} stroke={1.75} aria-hidden />
        <h1 ref={heading} tabIndex={-1}>
          {isValid ? 'Certificado válido' : 'Certificado retirado'}
        </h1>
      </div>
      <p>
        {isValid
          ? `${portal.brand} emitió este certificado. Compara estos datos con los del documento.`
          : `${portal.brand} emitió este certificado, pero después corrigió la atención que certificaba. Ya no es válido.`}
      </p>
      <dl className={`${facts.facts} ${facts.stackedOnPhones}`}>
        {certified && <Facts certified={certified} />}
        <dt>Fecha de emisión</dt>
        <dd>{formatDay(issued_at)}</dd>
        <dt>Código</dt>
        <dd className={classes.code}>{showCertificateCode(code)}</dd>
      </dl>
      <Button variant="default" onClick={onAnother}>
        VERIFICAR OTRO
      </Button>
    </section>
  )
}

function Facts({ certified }: { certified: NonNullable<VerifiedCertificate['certified']> }) {
  const { starts_at, ends_at, modality, site_name, site_address, specialty, doctor_name } = certified
  const day = toDay(new Date(starts_at))
  const place = [site_name, site_address].filter(Boolean).join(', ')
  return (
    <>
      <dt>Paciente</dt>
      <dd>{certified.patient_name}</dd>
      <dt>Documento</dt>
      <dd>{certified.patient_document}</dd>
      <dt>Fecha</dt>
      <dd>
        {formatLongDay(day)} de {day.slice(0, 4)}
      </dd>
      <dt>Hora</dt>
      <dd>
        {formatTime(starts_at)} a {formatTime(ends_at)}
      </dd>
      <dt>Modalidad</dt>
      <dd>{modalityNames[modality]}</dd>
      {place !== '' && (
        <>
          <dt>Sede</dt>
          <dd>{place}</dd>
        </>
      )}
      {specialty !== null && (
        <>
          <dt>Especialidad</dt>
          <dd>{specialty}</dd>
        </>
      )}
      {doctor_name !== null && (
        <>
          <dt>Profesional</dt>
          <dd>{doctor_name}</dd>
        </>
      )}
    </>
  )
}
