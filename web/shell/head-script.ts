import { CONSENT_COOKIE } from '#domain/consent.ts'

/**
 * Runs in the head, before the first paint: writes on <html> who is looking, by what name, and whether the cookie bar
 * has an answer, so that nothing flashes or moves. It repeats `viewerRoles` in the plainest JavaScript; a test holds the
 * two together.
 */
export const HEAD_SCRIPT = `(function(d,v,u){try{u=JSON.parse(localStorage.getItem("userInfo"))}catch(e){}
v="visitor";if(u&&u.token){v="member";if(u.verified&&u.isSeller)v+=" seller";if(u.isAdmin)v+=" admin";
d.style.setProperty("--username",JSON.stringify(""+(u.username||"")))}
d.dataset.viewer=v;d.dataset.consent=/(?:^|; )${CONSENT_COOKIE}=(?:yes|no)(?:;|$)/.test(document.cookie)?"given":"wanted"
})(document.documentElement)`
