/**
 * The privacy notice (Ley 19.628 as rewritten by Ley 21.719, art. 14 ter). A clinic completes and approves it before real use;
 * a change is a new version with a new id. Version 1, id 3, did not tell all the periods; version 2, id 4, did not tell of the survey and
 * of reminders.
 */

export const privacy = {
  id: 5,
  kind: 'privacy',
  version: '3',
  valid_from: '2026-11-22',
  text: `
<h2>1. Quién responde por tus datos</h2>
<p>El responsable del tratamiento de los datos personales que entregas en {product} es <strong>{brand}</strong> (en adelante, «la clínica» o «nosotros»). Puedes comunicarte con nosotros por cualquier asunto relacionado con tus datos:</p>
<ul>
<li>por correo electrónico, a {email};</li>
<li>por teléfono, al {phone};</li>
<li>en persona, en los mesones de atención de nuestras sedes.</li>
</ul>
<p>Esta política explica qué datos tratamos, para qué, con qué fundamento, con quién los compartimos, cuánto tiempo los guardamos y cómo puedes ejercer tus derechos. Está siempre disponible en el portal, sin necesidad de iniciar sesión. La fecha y el número de su versión aparecen junto al texto.</p>

<h2>2. Qué datos tratamos</h2>
<ul>
<li><strong>De identificación:</strong> nombres, apellidos, RUN o pasaporte, fecha de nacimiento, nacionalidad y género.</li>
<li><strong>De contacto:</strong> correo electrónico, teléfono, dirección, comuna, provincia y región.</li>
<li><strong>De tu previsión de salud:</strong> el sistema o la institución a la que perteneces. No te pedimos el tramo de ingresos.</li>
<li><strong>De validación de identidad:</strong> el número de tu cédula, el resultado de las preguntas o del servicio de identidad que hayas usado y, si te registras con pasaporte, una fotografía del documento y otra tuya con él.</li>
<li><strong>De tu cuenta:</strong> tu contraseña, guardada de una forma que nadie puede leer; tus preferencias, favoritos y fotografía de perfil, si la subes.</li>
<li><strong>De salud:</strong> horas médicas, exámenes y resultados, documentos clínicos, y lo que escribas o adjuntes en tus solicitudes.</li>
<li><strong>De tu grupo familiar:</strong> los vínculos que declares o aceptes y la forma en que se acreditan.</li>
<li><strong>De tu opinión:</strong> lo que respondas en la encuesta del portal, si quieres responderla.</li>
<li><strong>De uso y seguridad:</strong> fecha, hora y dirección de red desde la que se accede, y el registro de quién consulta o cambia tus datos.</li>
</ul>
<p>Los datos de salud y los relativos al género son <strong>datos sensibles</strong>. Los tratamos con medidas reforzadas y sólo para los fines que permite la ley.</p>

<h2>3. De dónde los obtenemos</h2>
<p>La mayor parte de los datos nos los entregas tú. Los nombres y la fecha de nacimiento de quien se registra con RUN provienen del registro civil o del servicio de identidad, una vez que la persona ha probado quién es. Los datos clínicos provienen de la atención que recibes en la clínica. Los de una persona menor de edad pueden ser entregados por quien la representa.</p>

<h2>4. Para qué los usamos y con qué fundamento</h2>
<ul>
<li><strong>Crear tu cuenta y comprobar tu identidad:</strong> para ejecutar el servicio que solicitas y para cumplir nuestro deber de reserva de la ficha clínica.</li>
<li><strong>Mostrarte tus horas, exámenes y documentos, y gestionar tus reservas y solicitudes:</strong> para tu atención de salud, conforme a la ley que regula los derechos y deberes de las personas en esa materia.</li>
<li><strong>Enviarte confirmaciones, avisos de resultados y avisos de seguridad:</strong> para ejecutar el servicio y proteger tu cuenta.</li>
<li><strong>Recordarte tus horas por correo:</strong> como parte de tu atención. Puedes dejar de recibir recordatorios cuando quieras, en Mis datos personales.</li>
<li><strong>Compartir un examen con quien tú indiques:</strong> sólo con tu consentimiento expreso, que se pide en cada envío y que puedes retirar.</li>
<li><strong>Mejorar el portal con la encuesta de opinión:</strong> por nuestro interés legítimo en que el servicio funcione bien. Responder es voluntario y no influye en tu atención. Guardamos quién respondió para que puedas pedir, copiar o suprimir tu respuesta; a nuestro personal se le muestra sin tu nombre, y no se usa para nada más. Escribe allí sólo sobre el portal, no sobre tu salud.</li>
<li><strong>Permitir que una madre, un padre o un representante acompañe a una persona menor de edad:</strong> por la ley y por el consentimiento de quien corresponda.</li>
<li><strong>Llevar un registro de accesos:</strong> por obligación legal, para que se pueda saber quién vio una ficha y cuándo.</li>
<li><strong>Prevenir fraudes y abusos del portal:</strong> por nuestro interés legítimo en proteger a las personas y los sistemas.</li>
</ul>
<p>El portal no te envía promociones ni publicidad. Si alguna vez quisiéramos hacerlo, te lo pediríamos antes, en una casilla separada, sin marcar y que podrías retirar cuando quieras. No vendemos tus datos ni los usamos para publicidad de terceros. No tomamos decisiones que te afecten de manera significativa basadas únicamente en el tratamiento automatizado de tus datos: la revisión de un pasaporte la hace una persona.</p>

<h2>5. Datos necesarios y datos voluntarios</h2>
<p>Los campos del registro son necesarios para abrir la cuenta, salvo la fotografía de perfil y el segundo apellido. Si no los entregas, no podremos darte acceso al portal, pero eso no impide que te atiendas en la clínica.</p>

<h2>6. Quién puede verlos</h2>
<ul>
<li><strong>Tú</strong>, y quien te represente si eres menor de edad, con los límites que se explican más abajo.</li>
<li><strong>Los profesionales que participan en tu atención.</strong></li>
<li><strong>El personal que administra cuentas y responde solicitudes</strong>, que ve los datos de tu cuenta y lo que adjuntas a una solicitud. No tiene acceso desde el portal a tus resultados, diagnósticos ni historial.</li>
<li><strong>Las personas con quienes compartas un examen</strong>, por el tiempo que dure el enlace.</li>
<li><strong>Proveedores</strong> que nos prestan servicios informáticos, de correo o de validación de identidad. Actúan por encargo nuestro, bajo contrato, y no pueden usar los datos para fines propios.</li>
<li><strong>Autoridades y tribunales</strong>, cuando la ley los faculta para pedirlos.</li>
<li><strong>Otros prestadores de salud que te atiendan</strong>, en la medida en que la ley ordena compartir la información necesaria para la continuidad de tu cuidado.</li>
</ul>
<p>En la sección «Quién vio mis datos» de tu perfil puedes revisar quién ha consultado o cambiado tu información, cuándo y en qué calidad.</p>

<h2>7. Transferencias fuera de Chile</h2>
<p>Tus datos se almacenan en los servidores que la clínica dispone para el portal. Si alguno de nuestros proveedores tratara datos fuera de Chile, exigiremos garantías equivalentes a las de la ley chilena, mediante contrato u otro mecanismo que la autoridad reconozca, y lo informaremos en esta política indicando el país.</p>

<h2>8. Cuánto tiempo los guardamos</h2>
<ul>
<li><strong>La ficha clínica</strong> se conserva por un mínimo de <strong>15 años</strong> desde la última atención, como ordena la ley. Eliminar tu perfil no la borra, pero desde entonces el portal deja de mostrarla.</li>
<li><strong>Los datos de tu cuenta</strong> se conservan mientras la mantengas. Al eliminarla se borran tus datos de contacto y tus fotografías.</li>
<li><strong>Las fotografías del pasaporte</strong> se guardan cifradas y se eliminan a más tardar {passportDays} días después de la decisión.</li>
<li><strong>Un registro que no llegó a completarse</strong> y el resultado de una validación de identidad se eliminan a los {draftsDays} días.</li>
<li><strong>Las sesiones</strong> terminadas se eliminan a los {sessionsDays} días, y <strong>los enlaces con que compartiste un examen</strong>, {sharesDays} días después de su término.</li>
<li><strong>El texto de los correos</strong> que te enviamos se elimina a los {mailTextsDays} días, y la constancia de que se envió, a los {mailsDays}.</li>
<li><strong>La copia de tus datos</strong> que pidas está disponible {exportHours} horas y luego se elimina.</li>
<li><strong>El registro de accesos</strong> y la constancia de tus consentimientos se conservan por el mismo plazo que la ficha, porque sirven para acreditar que se la resguardó.</li>
<li><strong>Tus respuestas a la encuesta</strong> se conservan mientras sirvan para mejorar el portal, o hasta que pidas suprimirlas.</li>
<li><strong>Las solicitudes y sus adjuntos</strong> se conservan mientras sean necesarios para responderte y para atender eventuales reclamos.</li>
</ul>

<h2>9. Niñas, niños y adolescentes</h2>
<p>Los datos de personas menores de edad se tratan atendiendo a su interés superior y a su autonomía progresiva.</p>
<ul>
<li><strong>Menores de {ageReserve} años:</strong> el consentimiento lo da la madre, el padre o quien tenga su cuidado, que puede ver toda la información del portal una vez acreditado el vínculo.</li>
<li><strong>Desde los {ageReserve} años:</strong> la persona adolescente puede consentir por sí misma el tratamiento de sus datos que no sean sensibles. Los resultados y las horas que la ley le reserva no se muestran a su representante, ni en listas, ni en avisos, ni en correos.</li>
<li><strong>Hasta los {ageConsent} años</strong> el tratamiento de datos sensibles que requiera consentimiento necesita el de quien la represente; <strong>desde los {ageConsent}</strong> basta el suyo.</li>
<li><strong>A los {ageAdult} años</strong> termina todo acceso de terceros, y la persona debe registrarse con su propia validación de identidad.</li>
</ul>

<h2>10. Tus derechos</h2>
<p>La ley te reconoce, en forma gratuita, los siguientes derechos sobre tus datos:</p>
<ul>
<li><strong>Acceso:</strong> saber qué datos tuyos tratamos, con qué fin, de dónde vienen y a quién se han comunicado.</li>
<li><strong>Rectificación:</strong> que se corrijan los que estén equivocados, incompletos o desactualizados.</li>
<li><strong>Supresión:</strong> que se eliminen cuando ya no sean necesarios o cuando retires tu consentimiento. Cede ante el deber legal de conservar la ficha clínica.</li>
<li><strong>Oposición:</strong> que dejemos de usarlos para un fin determinado, en los casos que la ley señala.</li>
<li><strong>Portabilidad:</strong> recibirlos en un formato electrónico de uso común, o que se envíen a quien indiques.</li>
<li><strong>Bloqueo:</strong> que se suspenda temporalmente su tratamiento mientras se resuelve una solicitud tuya.</li>
</ul>
<p>También puedes <strong>retirar tu consentimiento</strong> en cualquier momento, con la misma facilidad con que lo diste. El retiro no afecta lo hecho antes.</p>

<h2>11. Cómo ejercerlos</h2>
<p>Muchos derechos los ejerces directamente en tu perfil: ver y corregir tus datos, cambiar tu correo, revisar los accesos o eliminar tu cuenta. En <strong>Mis datos personales</strong> pides los demás con un número de recibo y una fecha de respuesta, descargas una copia de todo lo que el portal guarda de ti y retiras lo que consentiste. También puedes escribirnos a {email} o acude a una de nuestras sedes. Debemos comprobar que eres tú, o que representas a la persona, antes de responder.</p>
<p>Acusaremos recibo de tu solicitud y la responderemos dentro de <strong>30 días corridos</strong>, plazo que puede extenderse una vez por otros 30 si la complejidad lo justifica. Las solicitudes de bloqueo se resuelven en <strong>2 días hábiles</strong>. Si rechazamos una solicitud, te explicaremos la razón.</p>

<h2>12. Reclamos ante la autoridad</h2>
<p>Si no respondemos a tiempo o no estás conforme con la respuesta, puedes reclamar ante la <strong>Agencia de Protección de Datos Personales</strong>. En materias relativas a la ficha clínica puedes acudir además a la Superintendencia de Salud, y en todo caso a los tribunales de justicia.</p>

<h2>13. Cómo protegemos tus datos</h2>
<p>Las comunicaciones con el portal van cifradas. Las contraseñas se guardan con un método que impide conocerlas y las fotografías de pasaportes se almacenan cifradas. Cada persona de nuestro equipo accede sólo a lo que su función requiere, con un segundo factor de autenticación cuando está activado, y toda consulta queda registrada en una bitácora que nadie puede modificar. Hacemos respaldos cifrados y probamos su restauración.</p>

<h2>14. Qué hacemos si ocurre una vulneración</h2>
<p>Si una falla de seguridad pone en riesgo tus datos, la informaremos a la Agencia sin dilaciones indebidas. Si afecta datos sensibles, datos de menores de 14 años o puede causarte un perjuicio importante, te avisaremos también a ti, en lenguaje claro, indicando qué ocurrió, qué datos están comprometidos, qué medidas tomamos y qué te recomendamos hacer. Llevamos un registro de estos hechos.</p>

<h2>15. Cookies y almacenamiento en tu navegador</h2>
<p>El portal no usa cookies de publicidad ni herramientas de seguimiento de terceros. Guarda en tu navegador sólo lo indispensable para funcionar:</p>
<ul>
<li>la identificación de tu sesión mientras está abierta, que se borra al cerrarla o cuando vence;</li>
<li>los datos de un registro en curso, que se borran al terminarlo o a los 30 minutos;</li>
<li>una cookie de corta duración durante la validación de identidad, para asegurar que quien la termina es quien la empezó.</li>
</ul>

<h2>16. Cambios a esta política</h2>
<p>Podemos actualizar esta política cuando cambien la ley, los servicios, los plazos o la forma en que tratamos los datos. Cada cambio, también el de un plazo o de una edad, es una versión nueva con su fecha, y la anterior se conserva. Si el cambio es importante, te mostraremos la nueva versión al volver a entrar y no seguirás sin aceptarla. En Mis datos personales ves qué versión aceptaste y cuándo, y puedes leerla con las mismas palabras. Puedes pedirnos las demás versiones a {email}.</p>
`,
} as const
