/** The errors of the API: the HTTP status of each and the message that is shown to the user. */

/** A row of the table of errors. */
export type ErrorRow = {
  readonly status: number
  readonly msg: string
  /** The number in `error.code`: of rejected sign-ins, 401, and errors that ask for a robot check, a confirmation or a passkey. */
  readonly number?: number
}

export const errorTable = {
  invalid: { status: 400, msg: 'Revisa los datos ingresados' },
  badJson: { status: 400, msg: 'La solicitud no se pudo leer' },
  badForm: { status: 400, msg: 'El formulario no se pudo leer' },
  badUserId: { status: 400, msg: 'ID de usuario inválido' },
  // Sign-in
  cameOfAge: { status: 400, number: 1, msg: 'Ya eres mayor de edad, debes registrarte nuevamente' },
  ownAccessNeeded: {
    status: 400,
    number: 1,
    msg: 'Por tu edad, esta cuenta ahora es solo tuya. Regístrate nuevamente, con un correo que solo tú uses',
  },
  noAccount: { status: 400, number: 2, msg: 'Lo sentimos, no existe una cuenta con esos datos' },
  wrongPassword: { status: 400, number: 4, msg: 'Usuario o contraseña inválida' },
  profileDeleted: { status: 400, number: 5, msg: 'El perfil ha sido eliminado' },
  accountDisabled: {
    status: 400,
    number: 6,
    msg: 'Tu cuenta está deshabilitada. Contacta a servicio al cliente',
  },
  accountLocked: {
    status: 400,
    number: 14,
    msg: 'Tu cuenta está bloqueada. Comprueba quién eres para desbloquearla',
  },
  awaitingValidation: {
    status: 400,
    number: 7,
    msg: 'Estamos validando tu identidad. Te avisaremos por correo electrónico',
  },
  personDeceased: {
    status: 400,
    number: 16,
    msg: 'Esta cuenta está cerrada porque la clínica registró el fallecimiento de la persona. Si eres su familiar, escríbenos desde Contáctanos',
  },
  registeredAsDeceased: {
    status: 409,
    msg: 'El Registro Civil informa que esta persona falleció. Si es un error, debe corregirse en el Registro Civil',
  },
  patientDeceased: {
    status: 409,
    msg: 'La clínica registró el fallecimiento de esta persona: no se reservan horas',
  },
  patientBlocked: {
    status: 409,
    msg: 'La cuenta de esta persona está bloqueada o deshabilitada. Habilítala en «Usuarios» antes de reservar',
  },
  patientAwaitsValidation: {
    status: 409,
    msg: 'La identidad de esta persona espera validación. Decídela en «Usuarios» antes de reservar',
  },
  wrongSecondFactor: { status: 400, number: 8, msg: 'El código no es válido' },
  tooManySignIns: {
    status: 429,
    number: 9,
    msg: 'Demasiados intentos. Espera unos minutos antes de volver a intentar',
  },
  robotCheckNeeded: { status: 429, number: 11, msg: 'Confirma que no eres un robot para continuar' },
  // Profile and password
  birthDateGuarded: {
    status: 400,
    msg: 'Para corregir tu fecha de nacimiento, contacta a servicio al cliente',
  },
  namesProven: {
    status: 400,
    msg: 'Tu nombre está comprobado. Para corregirlo, envía una solicitud de rectificación',
  },
  wrongOldPassword: { status: 400, msg: 'La contraseña actual no es correcta' },
  samePassword: { status: 400, msg: 'La nueva contraseña debe ser distinta de la actual' },
  emailLinkOver: {
    status: 410,
    msg: 'Este enlace ya no es válido. Vuelve a cambiar tu e-mail desde tu perfil',
  },
  // Shared exams
  wrongShareCode: { status: 400, msg: 'El código no es correcto' },
  shareOver: {
    status: 410,
    msg: 'Este enlace ya no está disponible. Pide a quien te lo envió que comparta el examen nuevamente',
  },
  shareOfTheirOwn: {
    status: 400,
    msg: 'Por su edad, compartir este examen lo autoriza la misma persona desde su cuenta',
  },
  shareByGuardian: {
    status: 400,
    msg: 'Por tu edad, compartir tus exámenes lo autoriza quien te representa',
  },
  // Second factor
  challengeOver: { status: 400, number: 8, msg: 'El código venció. Inicia sesión nuevamente' },
  passwordVoided: {
    status: 400,
    number: 8,
    msg: 'Por seguridad tu contraseña dejó de servir. Te enviamos un correo con lo que debes hacer',
  },
  passkeyRejected: {
    status: 400,
    msg: 'No pudimos reconocer tu huella o PIN. Ingresa con tu documento y contraseña',
  },
  passkeyNeeded: {
    status: 403,
    msg: 'Tu cuenta usa huella o PIN. Cierra sesión y entra así para continuar',
  },
  passkeyProofNeeded: {
    status: 403,
    number: 15,
    msg: 'Tu cuenta usa huella o PIN. Confirma así que eres tú para elegir tu contraseña',
  },
  tooManyPasskeys: {
    status: 409,
    msg: 'Ya tienes el máximo de dispositivos con huella o PIN. Quita uno para agregar otro',
  },
  secondFactorNeeded: { status: 403, msg: 'Debes configurar tu código extra para continuar' },
  secondFactorNotBegun: { status: 409, msg: 'Comienza de nuevo la configuración del código extra' },
  secondFactorKept: { status: 409, msg: 'El código extra es obligatorio y no se puede quitar' },
  // Registration
  documentTaken: { status: 400, msg: 'El documento ya se encuentra registrado' },
  photosNotOpened: {
    status: 409,
    msg: 'Abre cada fotografía antes de confirmar, o confirma en persona',
  },
  passportCountryNeeded: {
    status: 400,
    msg: 'Hay más de una persona con este número de pasaporte. Selecciona el país que emitió el tuyo',
  },
  documentClosed: { status: 400, msg: 'El perfil ha sido eliminado' },
  identityNotProven: {
    status: 400,
    msg: 'No pudimos comprobar tu identidad. Vuelve a realizar la validación',
  },
  identityWindowOver: {
    status: 400,
    msg: 'Esta validación ya no está vigente. Cierra la ventana y vuelve a intentar',
  },
  // Family
  ownDocument: { status: 400, msg: 'El documento ingresado corresponde a tu usuario' },
  leaderIsMinor: {
    status: 400,
    msg: 'El usuario es menor de edad y no puede tener integrantes en su grupo familiar.',
  },
  notRegistered: {
    status: 400,
    msg: 'El usuario no está registrado. Para agregarlo al grupo familiar, primero debe crear una cuenta.',
  },
  relationshipUnknown: { status: 400, msg: 'Selecciona Tipo de relación' },
  relationshipNotOfMinor: {
    status: 400,
    msg: 'Selecciona un Tipo de relación que corresponda a una persona menor de edad',
  },
  legalTextNeeded: {
    status: 400,
    msg: 'Debes aceptar el texto legal para agregar a una persona menor de edad',
  },
  memberAlready: { status: 400, msg: 'Esta persona ya es integrante del grupo familiar' },
  askedAlready: {
    status: 400,
    msg: 'Esta persona ya tiene una solicitud pendiente para este grupo familiar',
  },
  leaderOfTheirs: {
    status: 400,
    msg: 'No es posible agregar a quien ya tiene en su grupo familiar al solicitante',
  },
  askedByThem: {
    status: 400,
    msg: 'Esta persona ya envió una solicitud al solicitante. Primero debe resolverse esa solicitud',
  },
  rejectedLately: {
    status: 400,
    msg: 'Esta persona rechazó la solicitud hace menos de 24 horas. Vuelve a intentarlo más tarde',
  },
  guardianMailbox: {
    status: 400,
    msg: 'Este correo es de quien representa a la persona. Desde los años de adolescencia la cuenta necesita un correo que solo ella use',
  },
  additionNotPossible: {
    status: 400,
    msg: 'No podemos agregar a esta persona desde el portal. Acércate a la clínica con tu documento de identidad',
  },
  relationshipNotGuardian: { status: 400, msg: 'La relación de este vínculo no es de representación legal' },
  guardianBeforeAnswer: {
    status: 409,
    msg: 'La solicitud todavía espera respuesta. La representación se confirma cuando la persona ya está en el grupo familiar',
  },
  // Access that adults give each other
  delegationExists: {
    status: 400,
    msg: 'Ya le diste o le ofreciste acceso a esta persona. Termina ese acceso para darle otro',
  },
  delegationOver: { status: 409, msg: 'Este acceso ya terminó o fue resuelto' },
  // Requests about personal data
  rightOfTheirOwn: {
    status: 400,
    msg: 'Por su edad, esta solicitud le corresponde hacerla a la misma persona desde su cuenta',
  },
  termNotExtended: {
    status: 409,
    msg: 'El plazo de esta solicitud ya no se puede extender',
  },
  invitationOver: { status: 410, msg: 'Esta invitación ya no es válida' },
  // The first start of an installation
  setupLinkOver: { status: 410, msg: 'Esta dirección de configuración ya no es válida' },
  // Accounts that staff manage
  ownAccount: { status: 400, msg: 'No puedes deshabilitar tu propia cuenta' },
  // Changes that need two members of staff
  confirmationWaits: { status: 409, msg: 'Este cambio ya espera la confirmación de otra persona' },
  confirmationExpired: {
    status: 409,
    msg: 'Este cambio venció porque nadie lo decidió a tiempo. Pídelo de nuevo',
  },
  confirmationOutdated: {
    status: 409,
    msg: 'Los datos cambiaron desde que se pidió. Rechaza el cambio y pídelo de nuevo si hace falta',
  },
  guardianByAnother: {
    status: 403,
    msg: 'Tú aceptaste esta solicitud: la representación la confirma otra persona del equipo',
  },
  letterByAnother: {
    status: 403,
    msg: 'Tú escribiste esta carta: la aprueba otra persona del equipo',
  },
  ownPermissions: { status: 403, msg: 'No puedes cambiar tus propios permisos' },
  onlySuperAdmin: {
    status: 400,
    msg: 'Es la última persona con superadministración: da primero esos permisos a otra',
  },
  superAdminSites: { status: 400, msg: 'La superadministración ve todas las sedes' },
  lastSuperAdmin: {
    status: 400,
    msg: 'No puedes deshabilitar al último superadministrador habilitado',
  },
  ownPasswordElsewhere: {
    status: 400,
    msg: 'Cambia tu propia contraseña desde «Cambiar contraseña»',
  },
  roleKept: { status: 400, msg: 'El rol de una cuenta no se puede cambiar' },
  awaitsDecision: {
    status: 409,
    msg: 'Esta cuenta espera su validación: confírmala o deniégala',
  },
  // Sessions
  sessionTakenOver: {
    status: 401,
    number: 3,
    msg: 'Por seguridad cerramos esta sesión, porque tu cuenta se usó en otro dispositivo',
  },
  noSession: { status: 401, number: 10, msg: 'La sesión ha expirado' },
  noServiceAccount: { status: 401, number: 10, msg: 'La cuenta de servicio no existe o fue revocada' },
  passwordChangeRequired: { status: 403, msg: 'Debes cambiar tu contraseña temporal para continuar' },
  consentNeeded: {
    status: 403,
    number: 12,
    msg: 'Para continuar, revisa y acepta los textos legales vigentes',
  },
  confirmationNeeded: { status: 403, number: 13, msg: 'Confirma que eres tú para continuar' },
  wrongConfirmation: { status: 400, msg: 'La contraseña no es correcta' },
  openedPeopleUsedUp: { status: 403, number: 17, msg: 'Indica por qué necesitas abrir más fichas hoy' },
  forbidden: { status: 403, msg: 'No tienes permiso para realizar esta acción' },
  notFound: { status: 404, msg: 'No encontramos lo que buscas' },
  methodNotAllowed: { status: 405, msg: 'Método no permitido' },
  // State
  hourNotCancellable: { status: 409, msg: 'Esta hora ya no se puede cancelar' },
  // The message is given with the error, so that it is not part of every page.
  notPossible: { status: 409, msg: 'Esto no se puede hacer ahora' },
  hourNotConfirmable: { status: 409, msg: 'Esta hora ya no se puede confirmar en el portal' },
  orderClosed: {
    status: 409,
    msg: 'La orden médica de esta hora ya no se puede cambiar, porque la hora comenzó o fue cancelada',
  },
  appointmentLinkOver: {
    status: 410,
    msg: 'Este enlace ya no sirve, porque la hora cambió o ya pasó. Revisa tus horas en el portal',
  },
  hourCancelled: { status: 410, msg: 'Esta hora fue cancelada' },
  hourNotCancellableHere: {
    status: 409,
    msg: 'Esta hora no se puede cancelar en el portal. Llama a la clínica para cancelarla',
  },
  hourNotMovable: {
    status: 409,
    msg: 'Esta hora no se puede cambiar en el portal. Reserva otra y cancela esta, o llama a la clínica',
  },
  decidedAlready: { status: 409, msg: 'Esta solicitud ya fue resuelta' },
  requestClosed: { status: 409, msg: 'Esta solicitud está cerrada' },
  tooLateToReopen: {
    status: 409,
    msg: 'Esta solicitud se cerró hace más de 30 días. Envía una nueva solicitud',
  },
  newMessages: {
    status: 409,
    msg: 'Hay mensajes nuevos en esta solicitud. Léelos antes de responder',
  },
  oldClinicVersion: {
    status: 409,
    msg: 'Esta versión es de un formato anterior y no se puede recuperar',
  },
  changedMeanwhile: {
    status: 409,
    msg: 'Los datos cambiaron mientras los editabas. Actualiza la página y vuelve a intentar',
  },
  // Data exports
  exportUnderWay: { status: 409, msg: 'Ya estamos preparando una copia. Te avisaremos cuando esté lista' },
  lettersSent: { status: 409, msg: 'Las cartas de este incidente ya fueron enviadas' },
  exportsUsedUp: {
    status: 429,
    msg: 'Ya pediste todas las copias que se pueden preparar en un día. Vuelve a intentarlo mañana',
  },
  // Uploaded files
  fileBeingScanned: { status: 409, msg: 'Este archivo se está revisando. Inténtalo en unos minutos.' },
  fileBlocked: {
    status: 410,
    msg: 'Este archivo fue bloqueado porque contiene software malicioso.',
  },
  exportOver: { status: 410, msg: 'Este archivo ya no está disponible. Pide una nueva copia' },
  // Booking
  slotTaken: { status: 409, msg: 'Esta hora ya no está disponible. Elige otra' },
  holdOver: { status: 409, msg: 'Venció el tiempo para confirmar esta hora. Elígela nuevamente' },
  patientBusy: { status: 409, msg: 'El paciente ya tiene otra hora en ese mismo horario' },
  appointmentNotPossible: {
    status: 409,
    msg: 'No es posible reservar esta hora para esa persona. Le avisamos: puede reservarla desde su propia cuenta',
  },
  tooManyHours: {
    status: 409,
    msg: 'El paciente ya tiene el máximo de horas por venir para esta especialidad',
  },
  tooManyWaits: { status: 409, msg: 'Ya esperas el máximo de horas. Deja de esperar una para agregar otra' },
  noProfessionalAttends: {
    status: 400,
    msg: 'En esa sede nadie atiende lo que buscas. Elige otra sede u otro profesional',
  },
  waitsAlready: { status: 409, msg: 'Ya se espera una hora como esta para ese paciente' },
  // Calendars that staff manage
  hoursUndecided: {
    status: 409,
    msg: 'Las horas reservadas de ese período cambiaron. Revísalas y decide nuevamente',
  },
  professionalThere: { status: 400, msg: 'Ya existe un profesional con ese RUT' },
  roomTaken: { status: 409, msg: 'Esa sala ya está ocupada por otro profesional en ese horario' },
  attendsThen: { status: 409, msg: 'El profesional ya atiende en ese horario' },
  blockedThen: { status: 409, msg: 'El profesional tiene bloqueado ese horario' },
  holidayThere: { status: 409, msg: 'Ese día ya es feriado' },
  walkIn: { status: 400, msg: 'Este examen se realiza por orden de llegada, sin reservar hora' },
  byPhone: { status: 400, msg: 'Esta hora se coordina por teléfono, con nuestro call center' },
  underEightByPhone: {
    status: 400,
    msg: 'Para menores de 8 años esta hora se coordina por teléfono, con nuestro call center',
  },
  notOfAge: { status: 400, msg: 'Este examen no corresponde a la edad del paciente' },
  examNeeded: { status: 400, msg: 'Elige primero qué examen vas a reservar' },
  questionnaireNeeded: {
    status: 400,
    msg: 'Para reservar este examen, responde antes el cuestionario. Las respuestas sirven por 24 horas',
  },
  questionnaireDoubt: {
    status: 400,
    msg: 'Por las respuestas del cuestionario, un profesional debe revisar el caso antes de dar la hora. Pide que te llamemos',
  },
  modalityNotAccepted: {
    status: 400,
    msg: 'La nueva hora no es de la misma modalidad. Confirma el cambio para continuar',
  },
  hourOfAnother: { status: 400, msg: 'La hora elegida no es para este examen' },
  otherSites: {
    status: 403,
    msg: 'Esto incluye horas de una sede que no es tuya: pídelo a una persona con todas las sedes',
  },
  calendarsElsewhere: {
    status: 409,
    msg: 'Los calendarios se llevan en un servicio externo: los cambios se hacen allí',
  },
  noWaitingList: { status: 409, msg: 'La lista de espera no está disponible en este momento' },
  schedulingStranger: {
    status: 404,
    msg: 'La agenda no encuentra a este paciente. Llama a la clínica para reservar',
  },
  schedulingDown: {
    status: 503,
    msg: 'La agenda no responde por el momento. Vuelve a intentar en unos minutos',
  },
  // Data that another system imports
  inboundConflict: { status: 409, msg: 'Los datos recibidos contradicen lo que el portal ya tiene' },
  accountRevoked: { status: 409, msg: 'Esta cuenta de servicio ya fue revocada' },
  // The external clinical archive
  archiveDown: {
    status: 503,
    msg: 'El archivo clínico de la clínica no responde y por ahora no podemos mostrar horas ni exámenes. El resto del portal funciona: vuelve a intentar en unos minutos',
  },
  // The external image archive
  imageUnsupported: { status: 422, msg: 'El portal no puede mostrar este tipo de imagen' },
  imageDamaged: { status: 422, msg: 'El archivo de esta imagen está dañado' },
  imageRefused: {
    status: 422,
    msg: 'El archivo de imágenes de la clínica no pudo preparar esta imagen para verla aquí',
  },
  imagesDown: {
    status: 503,
    msg: 'El archivo de imágenes de la clínica no responde por el momento. Vuelve a intentar en unos minutos',
  },
  // Text messages
  textPhoneNotOffered: { status: 404, msg: 'Este portal no envía mensajes al celular' },
  textPhoneConfirmed: { status: 409, msg: 'Tu celular ya está confirmado' },
  textCodeOver: { status: 409, msg: 'El código venció. Pide uno nuevo' },
  textsUsedUp: {
    status: 503,
    msg: 'Por ahora no podemos enviar más mensajes al celular. Vuelve a intentar mañana',
  },
  textNotSent: {
    status: 503,
    msg: 'No pudimos enviar el mensaje a tu celular. Vuelve a intentar en unos minutos',
  },
  reportNotSigned: { status: 401, number: 10, msg: 'La firma del informe no es válida' },
  reportRepeated: { status: 409, msg: 'Este informe ya se recibió' },
  // The external civil registry
  registryDown: {
    status: 503,
    msg: 'Por ahora no podemos consultar el Registro Civil. Vuelve a intentar en unos minutos',
  },
  bookingUnknown: {
    status: 503,
    msg: 'La agenda no respondió a tiempo. Si la hora quedó reservada, la verás en tus consultas médicas',
  },
  keyUsed: { status: 400, msg: 'Esta solicitud ya se usó para otra reserva' },
  robotCheckFailed: { status: 400, msg: 'Confirma que no eres un robot para continuar' },
  tooLarge: { status: 413, msg: 'Selecciona tamaño máximo 20MB' },
  bundleTooLarge: { status: 413, msg: 'El Bundle puede tener hasta 24 MB y 100.000 valores' },
  searchTooCostly: {
    status: 400,
    msg: 'La búsqueda abarca más de 200 exámenes: acótala con date o _id',
  },
  wrongFileType: { status: 415, msg: 'Selecciona formato png, jpg o pdf' },
  unsupportedBody: { status: 415, msg: 'Formato de la solicitud no admitido' },
  tooMany: { status: 429, msg: 'Demasiadas solicitudes. Espera un momento y vuelve a intentar' },
  preconditionFailed: { status: 412, msg: 'El archivo cambió. Actualiza la página y vuelve a intentar' },
  rangeNotSatisfiable: { status: 416, msg: 'El archivo no tiene la parte que se pidió' },
  headersTooLarge: { status: 431, msg: 'La solicitud es demasiado grande' },
  unavailable: {
    status: 503,
    msg: 'El servicio no está disponible por el momento. Vuelve a intentar en unos minutos',
  },
} as const satisfies Record<string, ErrorRow>
