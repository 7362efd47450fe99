import { Link } from 'react-router'
import { PolicySection } from '#web/features/accounts/privacy/policy-section.tsx'

export const RightsSections = () => (
  <>
    <PolicySection id="diritti" title="9. I tuoi diritti">
      <p>In ogni momento puoi:</p>
      <ul>
        <li>sapere se trattiamo dati che ti riguardano e averne una copia;</li>
        <li>correggerli o completarli;</li>
        <li>farli cancellare;</li>
        <li>chiederci di limitarne l’uso o opporti;</li>
        <li>riceverli in un formato che un altro servizio possa leggere;</li>
        <li>ritirare un consenso, senza che quello fatto prima diventi illecito.</li>
      </ul>
      <p>
        Molto puoi farlo direttamente dal tuo <Link to="/profile">profilo</Link>: correggere i dati, scaricarli in un
        file, cancellare l’account. Per il resto scrivi all’associazione: rispondiamo entro un mese. Se la risposta non
        ti convince puoi rivolgerti al Garante per la protezione dei dati personali o al giudice.
      </p>
    </PolicySection>
    <PolicySection id="sicurezza" title="10. Come li proteggiamo">
      <p>
        Le connessioni sono cifrate, le password sono conservate solo come impronta, le chiavi dei portafogli sono
        cifrate e si mostrano solo a chi le possiede, dopo aver richiesto la password. Chi amministra lascia traccia di
        ciò che fa. Se un incidente mettesse a rischio i tuoi diritti te lo diremmo senza ritardo.
      </p>
    </PolicySection>
    <PolicySection id="minori" title="11. Ragazze e ragazzi">
      <p>
        Piazza è pensata per persone maggiorenni. Chi ha meno di 18 anni può partecipare con un genitore o con chi ne fa
        le veci, usando il loro account.
      </p>
    </PolicySection>
    <PolicySection id="foro" title="12. Legge applicabile e foro competente">
      <p>
        Questa informativa e l’uso del sito sono regolati dalla legge italiana. Per ogni controversia è competente il
        foro di Torino, salvo il diritto di chi è consumatore di rivolgersi al giudice del luogo in cui risiede.
      </p>
    </PolicySection>
    <PolicySection id="modifiche" title="13. Modifiche">
      <p>
        Se cambiamo qualcosa di importante lo diciamo qui. La data in cima alla pagina dice quando il testo è stato
        aggiornato l’ultima volta.
      </p>
    </PolicySection>
  </>
)
