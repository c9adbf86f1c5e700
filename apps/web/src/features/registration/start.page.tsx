/** The registration home page: the person's data and, for a run, the identity check. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { identityCodes } from '@mi-portal/contract/identity'
import { cleanDocument, type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { formatRun } from '@mi-portal/contract/values/run'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { getRegistration, storeRegistration } from '../../lib/session.ts'
import cardPicture from '../../ui/art/card-number.svg'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import { DocumentField } from '../../ui/document-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { HeaderContent } from '../../ui/header-slot.tsx'
import { HelpImage } from '../../ui/help-image.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { StepIndicator } from '../../ui/step-indicator.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { IdentityOutcome } from '../identity/identity-outcome.tsx'
import classes from './registration.module.css'
import {
  checkAvailable,
  hasDraft,
  identityModeQuery,
  saveRegistrationDraft,
  storeCardNumber,
} from './registration.queries.ts'
import {
  describeMissing,
  registrationSteps,
  type StartValues,
  startForm,
  startFormWithPhotos,
} from './registration.rules.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The result code of an identity check that used this whole tab. */
    identityCode?: number
  }
}

const IdentityStep = lazyComponent(async () => (await import('./identity-step.tsx')).IdentityStep)
// The list of countries is loaded only for a passport.
const PassportCountryField = lazyComponent(
  async () => (await import('../people/passport-country-field.tsx')).PassportCountryField,
)

const forms = {
  [documentType.run]: '/registrar/run',
  [documentType.passport]: '/registrar/pasaporte',
} as const

export function StartPage() {
  const navigate = useNavigate()
  // The identity check used this whole tab and then returned here.
  const returnedWith = useRouterState({ select: (state) => state.location.state.identityCode })
  const [identity, setIdentity] = useState<StartValues | null>(null)
  const [endedWith, setEndedWith] = useState(returnedWith)
  // Only in memory: the card number is never stored.
  const [cardNumber, setCardNumber] = useState('')
  // Until the answer arrives the page is shown as it was prerendered, for an identity check.
  const hasPhotos = useQuery(identityModeQuery).data?.photos ?? false
  useCloseOnBack(identity !== null, () => setIdentity(null))

  const passed = returnedWith === identityCodes.verified && getRegistration()?.code === 0
  useEffect(() => {
    if (passed) void navigate({ to: forms[documentType.run], replace: true })
  }, [passed, navigate])
  if (passed) return null

  return (
    <>
      <HeaderContent>
        <StepIndicator steps={registrationSteps} current={1} />
      </HeaderContent>
      <PageHeading
        title="Regístrate"
        lead={`Para proteger tus datos, primero confirmamos quién eres. Después creas tu cuenta en ${portal.product}.`}
      />
      <div className={classes.start}>
        {identity ? (
          <Suspense>
            <IdentityStep
              values={identity}
              onBack={(code) => {
                setEndedWith(code)
                setIdentity(null)
              }}
              onPassed={() => navigate({ to: forms[documentType.run] })}
            />
          </Suspense>
        ) : (
          <StartForm
            endedWith={endedWith}
            cardNumber={cardNumber}
            hasPhotos={hasPhotos}
            onContinue={(values) => {
              setCardNumber(values.number)
              const registration = getRegistration()
              const needsCheck = values.document_type_id === documentType.run && registration?.code !== 0
              if (needsCheck && !hasPhotos) return setIdentity(values)
              if (needsCheck && registration) storeRegistration({ ...registration, code: 0 })
              void navigate({ to: forms[values.document_type_id] })
            }}
          />
        )}
        <Help hasPhotos={hasPhotos} />
      </div>
    </>
  )
}

/** Returns the data of the registration in progress, as the form shows it. */
function readStartValues(cardNumber: string): StartValues {
  const registration = getRegistration()
  const type =
    registration?.document_type_id === documentType.passport ? documentType.passport : documentType.run
  const number = registration?.document_number ?? ''
  return {
    document_type_id: type,
    document_number: type === documentType.run ? formatRun(number) : number,
    document_country: registration?.document_country ?? '',
    number: cardNumber,
    email: registration?.email ?? '',
    cellphone: registration ? `9${registration.cellphone}` : '',
  }
}

interface StartFormProps {
  /** The result code of an identity check that did not succeed. */
  endedWith: number | undefined
  /** The card number typed before the identity check; empty at first. */
  cardNumber: string
  /** Whether staff validate a RUN with photos, in place of an identity check. */
  hasPhotos: boolean
  onContinue(values: StartValues): void
}

function StartForm({ endedWith, cardNumber, hasPhotos, onContinue }: StartFormProps) {
  const schema = hasPhotos ? startFormWithPhotos : startForm
  const missingId = useId()
  const [requestError, setRequestError] = useState<ApiError | null>(null)
  const { register, watch, setValue, setError, setFocus, handleSubmit, trigger, clearErrors, formState } =
    useForm({
      resolver: zodResolver(schema),
      defaultValues: readStartValues(cardNumber),
      mode: 'onTouched',
    })
  const { errors, isSubmitting } = formState
  const values = watch()
  const isRun = values.document_type_id === documentType.run
  const missing = describeMissing(values, schema)
  const number = register('document_number')

  function changeType(type: DocumentTypeId) {
    setValue('document_type_id', type)
    setValue('document_number', '')
    setValue('document_country', '')
    setValue('number', '')
    clearErrors(['document_number', 'document_country', 'number'])
    setRequestError(null)
  }

  const submit = handleSubmit(async (given) => {
    setRequestError(null)
    const number = cleanDocument(given.document_type_id, given.document_number)
    const clean = { ...given, document_number: number }
    try {
      await checkAvailable(clean)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      const fieldError =
        cause.fieldErrorOf('document_number') ?? (cause.status === 400 ? cause.message : undefined)
      if (!fieldError) return setRequestError(cause)
      setError('document_number', { message: fieldError })
      return setFocus('document_number')
    }
    const begun = hasDraft(clean)
    storeStart(clean)
    storeCardNumber(clean, clean.number)
    void saveRegistrationDraft(begun ? 'up_register_continuar' : 'sv_register_continuar')
    onContinue(clean)
  })

  return (
    <form noValidate onSubmit={submit} className={`portal-card ${classes.card}`} aria-label="Tus datos">
      {endedWith !== undefined && <IdentityOutcome code={endedWith} />}
      <DocumentField
        type={values.document_type_id}
        onTypeChange={changeType}
        number={values.document_number}
        onNumberChange={(text) =>
          setValue('document_number', text, { shouldValidate: errors.document_number !== undefined })
        }
        onNumberBlur={() => trigger('document_number')}
        numberRef={number.ref}
        error={errors.document_number?.message}
      />
      {!isRun && (
        <Suspense>
          <PassportCountryField
            value={values.document_country}
            onChange={(code) => setValue('document_country', code, { shouldValidate: true })}
            onBlur={() => trigger('document_country')}
            error={errors.document_country?.message}
          />
        </Suspense>
      )}
      {isRun && hasPhotos && (
        <Notice kind="info" title="Ten a mano tu cédula de identidad vigente">
          Te pediremos una foto de cada lado y una de tu cara. El equipo de {portal.brand} las revisa y te
          responde en un plazo de {describePromise(portal.clinic.promises.identity)}.
        </Notice>
      )}
      {isRun && !hasPhotos && (
        <div>
          <TextField
            {...register('number')}
            label="Número de documento"
            description="El número de serie de tu cédula de identidad vigente."
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            error={errors.number?.message}
          />
          <HelpImage
            question="¿Dónde está el número de documento?"
            image={cardPicture}
            text="Dibujo de una cédula de identidad con el número de documento marcado a la derecha, bajo los nombres."
          >
            Está en el frente de tu cédula, bajo el título «Número de documento».
          </HelpImage>
        </div>
      )}
      <TextField
        {...register('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        label="E-mail"
        error={errors.email?.message}
      />
      <TextField
        {...register('cellphone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        label="Celular"
        description="9 dígitos, sin +56."
        prefix="+56"
        placeholder={phonePlaceholder}
        maxLength={12}
        error={errors.cellphone?.message}
      />
      {requestError && <ErrorNotice error={requestError} />}
      <div className={classes.submit}>
        <Button
          type="submit"
          fullWidth
          disabled={missing !== null}
          loading={isSubmitting}
          aria-describedby={missing ? missingId : undefined}
        >
          CONTINUAR
        </Button>
        <p id={missingId} className={classes.missing} aria-live="polite">
          {missing}
        </p>
      </div>
      <ButtonLink to="/" variant="subtle" fullWidth>
        Ya tengo cuenta: iniciar sesión
      </ButtonLink>
    </form>
  )
}

/** Stores the start of a registration. A passed check of the same document stays valid; a passport needs none. */
function storeStart(values: StartValues) {
  const { document_type_id, document_number, document_country, email, cellphone } = values
  const before = getRegistration()
  const same = before?.document_type_id === document_type_id && before.document_number === document_number
  const proof = same ? { code: before.code, solem: before.solem } : { code: null }
  storeRegistration({
    document_type_id,
    document_number,
    ...(document_type_id === documentType.passport ? { document_country } : {}),
    email,
    cellphone,
    ...(document_type_id === documentType.passport ? { code: 0 } : proof),
  })
}

function Help({ hasPhotos }: { hasPhotos: boolean }) {
  return (
    <aside className={classes.help} aria-label="Información">
      <Notice kind="info" title="¿No tienes documento?">
        <p>
          Si la persona que se registra no tiene RUT ni pasaporte, acércate a servicio al cliente en
          cualquiera de nuestras sucursales.
        </p>
      </Notice>
      <Notice kind="info" title="¿Es menor de edad?">
        <p>
          {hasPhotos
            ? 'Su tutor legal hace el registro con el documento del menor, o se acerca en forma presencial a servicio al cliente.'
            : 'Su tutor legal responde el cuestionario de seguridad digital, o se acerca en forma presencial a servicio al cliente.'}
        </p>
      </Notice>
      <p className={classes.contact}>
        ¿Necesitas ayuda? Llama a servicio al cliente: <PhoneLink number={portal.supportPhone} />
      </p>
    </aside>
  )
}
