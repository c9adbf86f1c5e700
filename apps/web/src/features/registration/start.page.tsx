/** The registration home page: the person's data and, for a run, the identity check. */
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { identityCodes } from '@mi-portal/contract/identity'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { cleanDocument, documentType } from '@mi-portal/contract/values/document-number'
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { formatRun } from '@mi-portal/contract/values/run'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { getRegistration, storeRegistration } from '../../lib/session.ts'
import cardPicture from '../../ui/art/card-number.svg'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import { ContractForm, FormError, useContractForm } from '../../ui/form/contract-form.tsx'
import { HeaderContent } from '../../ui/header-slot.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { StepIndicator } from '../../ui/step-indicator.tsx'
import { serialNumberHint, whereIsTheNumber } from '../identity/identity-outcome.tsx'
import {
  hasDraft,
  identityModeQuery,
  saveRegistrationDraft,
  storeCardNumber,
  useCheckAvailable,
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

// A question that is answered only when it is asked.
const HelpImage = lazyComponent(async () => (await import('../../ui/help-image.tsx')).HelpImage, {
  isOptional: true,
})
const IdentityOutcome = lazyComponent(
  async () => (await import('../identity/identity-outcome.tsx')).IdentityOutcome,
)
const IdentityStep = lazyComponent(async () => (await import('./identity-step.tsx')).IdentityStep)
// The list of countries is loaded only for a passport.
const PassportCountry = lazyComponent(
  async () => (await import('../people/account-document/passport-country.tsx')).PassportCountry,
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
      <PageHeading title="Regístrate" lead="Confirmamos quién eres y creas tu cuenta." />
      <div className="grid grid-cols-[minmax(0,640px)_minmax(240px,1fr)] items-start gap-8 max-desktop:grid-cols-1 max-desktop:gap-4">
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
  const check = useCheckAvailable()
  const kit = useContractForm(
    { ...registrationEndpoints.available, body: schema },
    {
      values: readStartValues(cardNumber),
      mode: 'onTouched',
      findField: (param, { status }) =>
        param === 'document_number' || status === 400 ? 'document_number' : undefined,
      save: check,
      send: (given, { onError }) => {
        const number = cleanDocument(given.document_type_id, given.document_number)
        const clean = { ...given, document_number: number }
        check.mutate(clean, {
          onError,
          onSuccess: () => {
            const begun = hasDraft(clean)
            storeStart(clean)
            storeCardNumber(clean, clean.number)
            void saveRegistrationDraft(begun ? 'up_register_continuar' : 'sv_register_continuar')
            onContinue(clean)
          },
        })
      },
    },
  )
  const { Field, form } = kit
  const values = form.watch()
  const isRun = values.document_type_id === documentType.run
  const missing = describeMissing(values, schema)

  return (
    <ContractForm
      kit={kit}
      className="portal-card grid gap-6 px-8 pt-6 pb-8 max-desktop:gap-4 max-desktop:p-4"
      aria-label="Tus datos"
    >
      {endedWith !== undefined && (
        <Suspense>
          <IdentityOutcome code={endedWith} />
        </Suspense>
      )}
      <Field.Document clears={['document_country', 'number']} onTypeChange={check.reset} />
      {!isRun && (
        <Suspense>
          <PassportCountry />
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
          <Field.Text
            name="number"
            label="Número de documento"
            description={serialNumberHint}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
          />
          <Suspense fallback={<div className="min-h-11" />}>
            <HelpImage
              question={whereIsTheNumber}
              image={cardPicture}
              text="Dibujo de una cédula de identidad con el número de documento marcado a la derecha, bajo los nombres."
            >
              Está en el frente de tu cédula, bajo el título «Número de documento».
            </HelpImage>
          </Suspense>
        </div>
      )}
      <Field.Text
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        label="E-mail"
      />
      <Field.Text
        name="cellphone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        label="Celular"
        prefix="+56"
        placeholder={phonePlaceholder}
        maxLength={12}
      />
      <FormError kit={kit} />
      <div className="grid gap-3">
        <Button
          type="submit"
          fullWidth
          disabled={missing !== null}
          loading={check.isPending}
          aria-describedby={missing ? missingId : undefined}
        >
          CONTINUAR
        </Button>
        <p id={missingId} className="min-h-[20px] type-meta text-muted empty:min-h-0" aria-live="polite">
          {missing}
        </p>
      </div>
      <ButtonLink to="/" variant="subtle" fullWidth>
        Ya tengo cuenta: iniciar sesión
      </ButtonLink>
    </ContractForm>
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
    <aside
      className="grid gap-2 rounded-tile bg-soft px-4 py-3 type-meta text-on-soft"
      aria-label="Información"
    >
      <p>
        <strong>¿No tienes RUT ni pasaporte?</strong> Acércate a servicio al cliente en cualquiera de nuestras
        sucursales.
      </p>
      <p>
        <strong>¿Es menor de edad?</strong> Su tutor legal{' '}
        {hasPhotos
          ? 'hace el registro con el documento del menor'
          : 'responde el cuestionario de seguridad digital'}
        , o se acerca en forma presencial a servicio al cliente.
      </p>
      <p>
        <strong>¿Necesitas ayuda?</strong> Llama al <PhoneLink number={portal.supportPhone} />.
      </p>
    </aside>
  )
}
