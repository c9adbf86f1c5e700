import { invitationOver } from '../family/invitations.ts'

export type ErrorRow = {
  readonly status: number
  readonly msg: string
  /** The number in `error.code`: of rejected sign-ins, 401, and errors that ask for a robot check, a confirmation or a passkey. */
  readonly number?: number
}

function withStatus<Name extends string>(
  status: number,
  rows: Readonly<Record<Name, string | Omit<ErrorRow, 'status'>>>,
): Readonly<Record<Name, ErrorRow>> {
  const table: Partial<Record<Name, ErrorRow>> = {}
  for (const name in rows) {
    const row: string | Omit<ErrorRow, 'status'> = rows[name]
    table[name] = { status, ...(typeof row === 'string' ? { msg: row } : row) }
  }
  return table as Record<Name, ErrorRow>
}

export const errorTable = {
  ...withStatus(400, {
    invalid: 'Revisa los datos ingresados',
    badJson: 'La solicitud no se pudo leer',
    badForm: 'El formulario no se pudo leer',
    badUserId: 'ID de usuario inválido',
    cameOfAge: { number: 1, msg: 'Ya eres mayor de edad, debes registrarte nuevamente' },
    ownAccessNeeded: {
      number: 1,
      msg: 'Por tu edad, esta cuenta ahora es solo tuya. Regístrate nuevamente, con un correo que solo tú uses',
    },
    noAccount: { number: 2, msg: 'Lo sentimos, no existe una cuenta con esos datos' },
    wrongPassword: { number: 4, msg: 'Usuario o contraseña inválida' },
    profileDeleted: { number: 5, msg: 'El perfil ha sido eliminado' },
    accountDisabled: { number: 6, msg: 'Tu cuenta está deshabilitada. Contacta a servicio al cliente' },
    accountLocked: { number: 14, msg: 'Tu cuenta está bloqueada. Comprueba quién eres para desbloquearla' },
    awaitingValidation: { number: 7, msg: 'Estamos validando tu identidad' },
    personDeceased: {
      number: 16,
      msg: 'Esta cuenta está cerrada porque la clínica registró el fallecimiento de la persona. Si eres su familiar, escríbenos desde Contáctanos',
    },
    wrongSecondFactor: { number: 8, msg: 'El código no es válido' },
    birthDateGuarded: 'Para corregir tu fecha de nacimiento, contacta a servicio al cliente',
    namesProven: 'Tu nombre está comprobado. Para corregirlo, envía una solicitud de rectificación',
    wrongOldPassword: 'La contraseña actual no es correcta',
    samePassword: 'La nueva contraseña debe ser distinta de la actual',
    wrongShareCode: 'El código no es correcto',
    shareOfTheirOwn: 'Por su edad, compartir este examen lo autoriza la misma persona desde su cuenta',
    shareByGuardian: 'Por tu edad, compartir tus exámenes lo autoriza quien te representa',
    challengeOver: { number: 8, msg: 'El código venció. Inicia sesión nuevamente' },
    passwordVoided: {
      number: 8,
      msg: 'Por seguridad tu contraseña dejó de servir. Recupérala para volver a entrar',
    },
    passkeyRejected: 'No pudimos reconocer tu huella o PIN. Ingresa con tu documento y contraseña',
    documentTaken: 'El documento ya se encuentra registrado',
    passportCountryNeeded:
      'Hay más de una persona con este número de pasaporte. Selecciona el país que emitió el tuyo',
    documentClosed: 'El perfil ha sido eliminado',
    identityNotProven: 'No pudimos comprobar tu identidad. Vuelve a realizar la validación',
    identityWindowOver: 'Esta validación ya no está vigente. Cierra la ventana y vuelve a intentar',
    ownDocument: 'El documento ingresado corresponde a tu usuario',
    leaderIsMinor: 'El usuario es menor de edad y no puede tener integrantes en su grupo familiar.',
    notRegistered:
      'El usuario no está registrado. Para agregarlo al grupo familiar, primero debe crear una cuenta.',
    relationshipUnknown: 'Selecciona Tipo de relación',
    relationshipNotOfMinor: 'Selecciona un Tipo de relación que corresponda a una persona menor de edad',
    legalTextNeeded: 'Debes aceptar el texto legal para agregar a una persona menor de edad',
    memberAlready: 'Esta persona ya es integrante del grupo familiar',
    askedAlready: 'Esta persona ya tiene una solicitud pendiente para este grupo familiar',
    leaderOfTheirs: 'No es posible agregar a quien ya tiene en su grupo familiar al solicitante',
    askedByThem: 'Esta persona ya envió una solicitud al solicitante. Primero debe resolverse esa solicitud',
    rejectedLately: 'Esta persona rechazó la solicitud hace menos de 24 horas. Vuelve a intentarlo más tarde',
    guardianMailbox:
      'Este correo es de quien representa a la persona. Desde los años de adolescencia la cuenta necesita un correo que solo ella use',
    additionNotPossible:
      'No podemos agregar a esta persona desde el portal. Acércate a la clínica con tu documento de identidad',
    relationshipNotGuardian: 'La relación de este vínculo no es de representación legal',
    delegationExists: 'Ya le diste o le ofreciste acceso a esta persona. Termina ese acceso para darle otro',
    rightOfTheirOwn: 'Por su edad, esta solicitud le corresponde hacerla a la misma persona desde su cuenta',
    ownAccount: 'No puedes deshabilitar tu propia cuenta',
    onlySuperAdmin: 'Es la última persona con superadministración: da primero esos permisos a otra',
    superAdminSites: 'La superadministración ve todas las sedes',
    lastSuperAdmin: 'No puedes deshabilitar al último superadministrador habilitado',
    ownPasswordElsewhere: 'Cambia tu propia contraseña desde «Cambiar contraseña»',
    roleKept: 'El rol de una cuenta no se puede cambiar',
    wrongConfirmation: 'La contraseña no es correcta',
    noProfessionalAttends: 'En esa sede nadie atiende lo que buscas. Elige otra sede u otro profesional',
    professionalThere: 'Ya existe un profesional con ese RUT',
    walkIn: 'Este examen se realiza por orden de llegada, sin reservar hora',
    byPhone: 'Esta hora se coordina por teléfono, con nuestro call center',
    underEightByPhone: 'Para menores de 8 años esta hora se coordina por teléfono, con nuestro call center',
    notOfAge: 'Este examen no corresponde a la edad del paciente',
    examNeeded: 'Elige primero qué examen vas a reservar',
    questionnaireNeeded:
      'Para reservar este examen, responde antes el cuestionario. Las respuestas sirven por 24 horas',
    questionnaireDoubt:
      'Por las respuestas del cuestionario, un profesional debe revisar el caso antes de dar la hora. Pide que te llamemos',
    modalityNotAccepted: 'La nueva hora no es de la misma modalidad. Confirma el cambio para continuar',
    hourOfAnother: 'La hora elegida no es para este examen',
    keyUsed: 'Esta solicitud ya se usó para otra reserva',
    robotCheckFailed: 'Confirma que no eres un robot para continuar',
    searchTooCostly: 'La búsqueda abarca más de 200 exámenes: acótala con date o _id',
  }),
  ...withStatus(401, {
    sessionTakenOver: {
      number: 3,
      msg: 'Por seguridad cerramos esta sesión, porque tu cuenta se usó en otro dispositivo',
    },
    noSession: { number: 10, msg: 'La sesión ha expirado' },
    noServiceAccount: { number: 10, msg: 'La cuenta de servicio no existe o fue revocada' },
    reportNotSigned: { number: 10, msg: 'La firma del informe no es válida' },
  }),
  ...withStatus(403, {
    passkeyNeeded: 'Tu cuenta usa huella o PIN. Cierra sesión y entra así para continuar',
    passkeyProofNeeded: {
      number: 15,
      msg: 'Tu cuenta usa huella o PIN. Confirma así que eres tú para elegir tu contraseña',
    },
    secondFactorNeeded: 'Debes configurar tu código extra para continuar',
    guardianByAnother: 'Tú aceptaste esta solicitud: la representación la confirma otra persona del equipo',
    letterByAnother: 'Tú escribiste esta carta: la aprueba otra persona del equipo',
    ownPermissions: 'No puedes cambiar tus propios permisos',
    passwordChangeRequired: 'Debes cambiar tu contraseña temporal para continuar',
    consentNeeded: { number: 12, msg: 'Para continuar, revisa y acepta los textos legales vigentes' },
    confirmationNeeded: { number: 13, msg: 'Confirma que eres tú para continuar' },
    openedPeopleUsedUp: { number: 17, msg: 'Indica por qué necesitas abrir más fichas hoy' },
    forbidden: 'No tienes permiso para realizar esta acción',
    otherSites: 'Esto incluye horas de una sede que no es tuya: pídelo a una persona con todas las sedes',
  }),
  ...withStatus(404, {
    notFound: 'No encontramos lo que buscas',
    schedulingStranger: 'La agenda no encuentra a este paciente. Llama a la clínica para reservar',
    textPhoneNotOffered: 'Este portal no envía mensajes al celular',
  }),
  ...withStatus(405, {
    methodNotAllowed: 'Método no permitido',
  }),
  ...withStatus(409, {
    registeredAsDeceased:
      'El Registro Civil informa que esta persona falleció. Si es un error, debe corregirse en el Registro Civil',
    patientDeceased: 'La clínica registró el fallecimiento de esta persona: no se reservan horas',
    patientBlocked:
      'La cuenta de esta persona está bloqueada o deshabilitada. Habilítala en «Usuarios» antes de reservar',
    patientAwaitsValidation:
      'La identidad de esta persona espera validación. Decídela en «Usuarios» antes de reservar',
    tooManyPasskeys: 'Ya tienes el máximo de dispositivos con huella o PIN. Quita uno para agregar otro',
    secondFactorNotBegun: 'Comienza de nuevo la configuración del código extra',
    secondFactorKept: 'El código extra es obligatorio y no se puede quitar',
    photosNotOpened: 'Abre cada fotografía antes de confirmar, o confirma en persona',
    guardianBeforeAnswer:
      'La solicitud todavía espera respuesta. La representación se confirma cuando la persona ya está en el grupo familiar',
    delegationOver: 'Este acceso ya terminó o fue resuelto',
    termNotExtended: 'El plazo de esta solicitud ya no se puede extender',
    confirmationWaits: 'Este cambio ya espera la confirmación de otra persona',
    confirmationExpired: 'Este cambio venció porque nadie lo decidió a tiempo. Pídelo de nuevo',
    confirmationOutdated:
      'Los datos cambiaron desde que se pidió. Rechaza el cambio y pídelo de nuevo si hace falta',
    awaitsDecision: 'Esta cuenta espera su validación: confírmala o deniégala',
    hourNotCancellable: 'Esta hora ya no se puede cancelar',
    // The message is given with the error, so that it is not part of every page.
    notPossible: 'Esto no se puede hacer ahora',
    hourNotConfirmable: 'Esta hora ya no se puede confirmar en el portal',
    orderClosed:
      'La orden médica de esta hora ya no se puede cambiar, porque la hora comenzó o fue cancelada',
    hourNotCancellableHere: 'Esta hora no se puede cancelar en el portal. Llama a la clínica para cancelarla',
    hourNotMovable:
      'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
    decidedAlready: 'Esta solicitud ya fue resuelta',
    requestClosed: 'Esta solicitud está cerrada',
    tooLateToReopen: 'Esta solicitud se cerró hace más de 30 días. Envía una nueva solicitud',
    newMessages: 'Hay mensajes nuevos en esta solicitud. Léelos antes de responder',
    oldClinicVersion: 'Esta versión es de un formato anterior y no se puede recuperar',
    changedMeanwhile: 'Los datos cambiaron mientras los editabas. Actualiza la página y vuelve a intentar',
    approvalsNeedAnother: 'Escribiste una aprobación clínica: otra persona tiene que revisarla y publicarla',
    exportUnderWay: 'Ya estamos preparando una copia. Te avisaremos cuando esté lista',
    lettersSent: 'Las cartas de este incidente ya fueron enviadas',
    fileBeingScanned: 'Este archivo se está revisando. Inténtalo en unos minutos.',
    slotTaken: 'Esta hora ya no está disponible. Elige otra',
    holdOver: 'Venció el tiempo para confirmar esta hora. Elígela nuevamente',
    patientBusy: 'El paciente ya tiene otra hora en ese mismo horario',
    appointmentNotPossible:
      'No es posible reservar esta hora para esa persona. Le avisamos: puede reservarla desde su propia cuenta',
    tooManyHours: 'El paciente ya tiene el máximo de horas por venir para esta especialidad',
    tooManyWaits: 'Ya esperas el máximo de horas. Deja de esperar una para agregar otra',
    waitsAlready: 'Ya se espera una hora como esta para ese paciente',
    hoursUndecided: 'Las horas reservadas de ese período cambiaron. Revísalas y decide nuevamente',
    roomTaken: 'Esa sala ya está ocupada por otro profesional en ese horario',
    attendsThen: 'El profesional ya atiende en ese horario',
    blockedThen: 'El profesional tiene bloqueado ese horario',
    holidayThere: 'Ese día ya es feriado',
    calendarsElsewhere: 'Los calendarios se llevan en un servicio externo: los cambios se hacen allí',
    noWaitingList: 'La lista de espera no está disponible en este momento',
    inboundConflict: 'Los datos recibidos contradicen lo que el portal ya tiene',
    accountRevoked: 'Esta cuenta de servicio ya fue revocada',
    textPhoneConfirmed: 'Tu celular ya está confirmado',
    textCodeOver: 'El código venció. Pide uno nuevo',
    reportRepeated: 'Este informe ya se recibió',
  }),
  ...withStatus(410, {
    emailLinkOver: 'Este enlace ya no es válido. Vuelve a cambiar tu e-mail desde tu perfil',
    shareOver:
      'Este enlace ya no está disponible. Pide a quien te lo envió que comparta el examen nuevamente',
    invitationOver,
    setupLinkOver: 'Esta dirección de configuración ya no es válida',
    appointmentLinkOver:
      'Este enlace ya no sirve, porque la hora cambió o ya pasó. Revisa tus horas en el portal',
    hourCancelled: 'Esta hora fue cancelada',
    fileBlocked: 'Este archivo fue bloqueado porque contiene software malicioso.',
    exportOver: 'Este archivo ya no está disponible. Pide una nueva copia',
  }),
  ...withStatus(412, {
    preconditionFailed: 'El archivo cambió. Actualiza la página y vuelve a intentar',
  }),
  ...withStatus(413, {
    tooLarge: 'Selecciona tamaño máximo 20MB',
    bundleTooLarge: 'El Bundle puede tener hasta 24 MB y 100.000 valores',
  }),
  ...withStatus(415, {
    wrongFileType: 'Selecciona formato png, jpg o pdf',
    unsupportedBody: 'Formato de la solicitud no admitido',
  }),
  ...withStatus(416, {
    rangeNotSatisfiable: 'El archivo no tiene la parte que se pidió',
  }),
  ...withStatus(422, {
    imageUnsupported: 'El portal no puede mostrar este tipo de imagen',
    imageDamaged: 'El archivo de esta imagen está dañado',
    imageRefused: 'El archivo de imágenes de la clínica no pudo preparar esta imagen para verla aquí',
  }),
  ...withStatus(429, {
    tooManySignIns: { number: 9, msg: 'Demasiados intentos. Espera unos minutos antes de volver a intentar' },
    robotCheckNeeded: { number: 11, msg: 'Confirma que no eres un robot para continuar' },
    exportsUsedUp: 'Ya pediste todas las copias que se pueden preparar en un día. Vuelve a intentarlo mañana',
    tooMany: 'Demasiadas solicitudes. Espera un momento y vuelve a intentar',
  }),
  ...withStatus(431, {
    headersTooLarge: 'La solicitud es demasiado grande',
  }),
  ...withStatus(503, {
    schedulingDown: 'La agenda no responde por el momento. Vuelve a intentar en unos minutos',
    archiveDown:
      'El archivo clínico de la clínica no responde y por ahora no podemos mostrar horas ni exámenes. El resto del portal funciona: vuelve a intentar en unos minutos',
    imagesDown:
      'El archivo de imágenes de la clínica no responde por el momento. Vuelve a intentar en unos minutos',
    textsUsedUp: 'Por ahora no podemos enviar más mensajes al celular. Vuelve a intentar mañana',
    textNotSent: 'No pudimos enviar el mensaje a tu celular. Vuelve a intentar en unos minutos',
    registryDown: 'Por ahora no podemos consultar el Registro Civil. Vuelve a intentar en unos minutos',
    bookingUnknown:
      'La agenda no respondió a tiempo. Si la hora quedó reservada, la verás en tus consultas médicas',
    unavailable: 'El servicio no está disponible por el momento. Vuelve a intentar en unos minutos',
  }),
}
