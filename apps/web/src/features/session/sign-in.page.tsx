/**
 * The sign-in of patients and of staff: the form, and what replaces it or is shown above it after an outcome. The
 * form library is not used for two fields, because it would be a tenth of everything that a first visit loads.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { credentials } from '@mi-portal/contract/session'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, Suspense, useRef, useState } from 'react'
import { draftAddress } from '../../lib/drafts.ts'
import {
  currentUser,
  dismissClosedElsewhere,
  dismissProfileDeleted,
  useClosedElsewhere,
  useProfileDeleted,
} from '../../lib/session.ts'
import { settle } from '../../lib/settle.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { wait } from '../../ui/tokens.ts'
import { SecurityView } from './security-view.tsx'
import classes from './session.module.css'
import { type Area, type SignInOutcome, type SignInValues, signIn } from './session.queries.ts'
import { refusalCode } from './session.rules.ts'
import { isPopup, SignInRefusal } from './sign-in-refusal.tsx'

const ClosedAccountDialog = lazyPart(
  async () => (await import('./closed-account-dialog.tsx')).ClosedAccountDialog,
)
const SecondFactorStep = lazyPart(async () => (await import('./second-factor-step.tsx')).SecondFactorStep)

const recovery = { patient: '/olvido-contrasena', staff: '/admin/olvido-contrasena' } as const

type Faults = { document_number?: string; password?: string }

export function SignInPage({ area }: { area: Area }) {
  const closedElsewhere = useClosedElsewhere()
  const profileDeleted = useProfileDeleted()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  const goOn = useGoOn()

  const told = profileDeleted ? new ApiError('profileDeleted') : refusal
  function close() {
    setRefusal(null)
    dismissProfileDeleted()
  }

  function follow(outcome: SignInOutcome) {
    if (outcome.next === 'secondFactor') setChallenge(outcome.challenge)
    else void goOn()
  }

  if (closedElsewhere || refusal?.number === refusalCode.elsewhere) {
    return (
      <SecurityView
        message={closedElsewhere ? undefined : refusal?.message}
        recoverTo={recovery[area]}
        onSignIn={() => {
          dismissClosedElsewhere()
          setRefusal(null)
        }}
      />
    )
  }
  if (challenge) {
    return (
      <Suspense>
        <SecondFactorStep challenge={challenge} onDone={follow} onBack={() => setChallenge(null)} />
      </Suspense>
    )
  }
  return (
    <>
      <SignInForm area={area} refusal={refusal} onRefusal={setRefusal} onDone={follow} />
      {told && isPopup(told) && (
        <Suspense>
          <ClosedAccountDialog refusal={told} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface SignInFormProps {
  area: Area
  refusal: ApiError | null
  onRefusal(refusal: ApiError | null): void
  onDone(outcome: SignInOutcome): void
}

function SignInForm({ area, refusal, onRefusal, onDone }: SignInFormProps) {
  const router = useRouter()
  const [type, setType] = useState<DocumentTypeId>(1)
  const [number, setNumber] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [sending, setSending] = useState(false)
  const numberInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  function showFaults(found: Faults) {
    setFaults(found)
    const wrong = found.document_number ? numberInput : passwordInput
    wrong.current?.focus()
  }

  /** After a rejected submit, every change validates the fields with errors again, and only those. */
  function change(values: Partial<SignInValues>) {
    const next = { document_type_id: type, document_number: number, password, ...values }
    setType(next.document_type_id)
    setNumber(next.document_number)
    setPassword(next.password)
    const found = faultsOf(next)
    setFaults((shown) => ({
      document_number: shown.document_number && found.document_number,
      password: shown.password && found.password,
    }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (sending) return
    const values = { document_type_id: type, document_number: number, password }
    const found = faultsOf(values)
    if (found.document_number || found.password) return showFaults(found)
    setFaults({})
    onRefusal(null)
    setSending(true)
    // The next page is loaded while the server checks the password.
    router.preloadRoute({ to: area === 'staff' ? '/admin/usuarios' : '/dashboard' }).catch(() => undefined)
    const result = await settle(signIn(area, values), wait.result)
    setSending(false)
    if (!(result instanceof ApiError)) return onDone(result)
    const refused = {
      document_number: result.faultOf('document_number'),
      password: result.faultOf('password'),
    }
    if (result.number === undefined && (refused.document_number || refused.password)) showFaults(refused)
    else onRefusal(result)
  }

  function retry() {
    onRefusal(null)
    setPassword('')
    passwordInput.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div>
        <h1>Iniciar sesión</h1>
        {area === 'patient' && (
          <p className={classes.lead}>Ingresa con el documento con que te registraste.</p>
        )}
      </div>
      {refusal && !isPopup(refusal) && (
        <SignInRefusal area={area} refusal={refusal} recoverTo={recovery[area]} onRetry={retry} />
      )}
      <DocumentField
        type={type}
        onTypeChange={(value) => change({ document_type_id: value, document_number: '' })}
        number={number}
        onNumberChange={(value) => change({ document_number: value })}
        numberRef={numberInput}
        error={faults.document_number}
      />
      <PasswordField
        ref={passwordInput}
        name="password"
        label="Contraseña"
        reveal="checkbox"
        value={password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={faults.password}
        beside={<TextLink to={recovery[area]}>¿Olvidaste tu contraseña?</TextLink>}
      />
      <Button type="submit" fullWidth loading={sending}>
        INICIAR SESIÓN
      </Button>
      {area === 'patient' && (
        <>
          <p className={classes.or}>¿Aún no tienes cuenta?</p>
          <ButtonLink to="/registrar" variant="outline" fullWidth>
            REGISTRARME
          </ButtonLink>
        </>
      )}
    </form>
  )
}

function faultsOf(values: SignInValues): Faults {
  const issues = credentials.safeParse(values).error?.issues ?? []
  const message = (field: keyof Faults) => issues.find((issue) => issue.path[0] === field)?.message
  return { document_number: message('document_number'), password: message('password') }
}

/**
 * Returns a function that opens the next page after signing in: the form during which the session ended, or the
 * page that required the sign-in; otherwise the list of users for staff and the home page for patients. A user with
 * a temporary password has to change it first.
 */
function useGoOn() {
  const navigate = useNavigate()
  const router = useRouter()
  return () => {
    const user = currentUser()
    const left = draftAddress()
    const sentFrom = router.state.location.state.returnTo
    if (left !== null && !user?.temporary_key_status) return router.history.push(left)
    if (sentFrom !== undefined && !user?.temporary_key_status) return router.history.push(sentFrom)
    if (user?.rol !== 'STANDART_ROLE') {
      return navigate({ to: user?.temporary_key_status ? '/admin/cambiar-contrasena' : '/admin/usuarios' })
    }
    if (user.temporary_key_status)
      return navigate({ to: '/dashboard/perfil', search: { tab: 'cambiar-contrasena' } })
    return navigate({ to: '/dashboard' })
  }
}
